import { type Money, moneyText, signedMoneyText, subtract } from '@pipkin/money'
import type { ReactNode } from 'react'
import { MoneyAndWorth, type WorthText } from '../../forms/worth.tsx'
import type { Round } from '../../play/round.ts'
import { Burst } from './burst.tsx'
import type { DockContent } from './dock.tsx'

/** How a round ended, in the game's own words; the dock puts "You won" before them. */
export interface ResultText {
  readonly title: string
  readonly note: string
  /** A neutral tile; if the return is more than the stake, the burst replaces it. */
  readonly tile: ReactNode
}

type Settled = Pick<Round<unknown, unknown, unknown>, 'stake' | 'returned'>

/** An amount among a dock's figures, with its worth where it is money. */
export const amountFigure =
  (real: boolean) =>
  (of: Money, signed = false): ReactNode =>
    real ? <MoneyAndWorth of={of} signed={signed} /> : (signed ? signedMoneyText : moneyText)(of)

/**
 * Compares the return with the stake and ignores the status word: a return that isn't more than the
 * stake is never celebrated.
 */
export function resultContent(
  round: Settled,
  text: ResultText,
  real: boolean,
): Omit<DockContent, 'action'> {
  const figure = amountFigure(real)
  const net = subtract(round.returned, round.stake)
  const won = net > 0n
  return {
    tile: won ? <Burst /> : text.tile,
    title: won ? 'You won' : text.title,
    note: won ? `${text.title}. ${text.note}` : text.note,
    won,
    figures: [
      { label: 'Stake', value: figure(round.stake) },
      { label: 'Return', value: figure(round.returned) },
      {
        label: 'Net',
        value: figure(net, true),
        ...(net !== 0n && { tone: won ? ('win' as const) : ('loss' as const) }),
      },
    ],
  }
}

/** For screen readers: result, return and net in one sentence. */
export function resultSentence(
  round: Settled,
  { title }: ResultText,
  real: boolean,
  worth: WorthText,
): string {
  const unit = (of: Money) => (real ? `fkr${worth(of)}` : 'play money')
  const net = subtract(round.returned, round.stake)
  const won = net > 0n ? 'You won. ' : ''
  return `${won}${title}: return ${moneyText(round.returned)} ${unit(round.returned)}, net ${signedMoneyText(net)} ${unit(net)}.`
}

/** `20 more than your stake`, `10 less than your stake`, `the same as your stake`. */
export function againstStake({ stake, returned }: Settled): string {
  const net = subtract(returned, stake)
  if (net === 0n) return 'the same as your stake'
  return net > 0n
    ? `${moneyText(net)} more than your stake`
    : `${moneyText(subtract(stake, returned))} less than your stake`
}
