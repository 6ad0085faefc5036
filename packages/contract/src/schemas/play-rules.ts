import { hundredths, type Money } from '@pipkin/money'
import type { LawMoney, PlayProfile } from './play-profiles.ts'

/** What one fkr is worth, by the operator's setting `FKR_IS`: `0.01 EUR`. */
export interface FkrIs {
  /** As it was written. */
  readonly text: string
  readonly currency: string
  /** In 1/1,000,000,000 of the currency. */
  readonly billionths: bigint
}

/** Reads `0.01 EUR`, of any ISO currency; null for any other text and for zero. */
export function readFkrIs(text: string): FkrIs | null {
  const [, whole, rest = '', currency] = /^(\d{1,9})(?:\.(\d{1,9}))? ([A-Z]{3})$/.exec(text) ?? []
  if (whole === undefined || currency === undefined) return null
  const billionths = BigInt(whole + rest.padEnd(9, '0'))
  const isKnown = Intl.supportedValuesOf('currency').includes(currency)
  return isKnown && billionths > 0n ? { text, currency, billionths } : null
}

/** A profile whose money is in fkr. */
export interface PlayRules extends Omit<PlayProfile, 'depositLimit' | 'slotStake'> {
  readonly depositLimit: InFkr<PlayProfile['depositLimit']>
  readonly slotStake: InFkr<NonNullable<PlayProfile['slotStake']>> | null
  /** What one fkr is worth, where the profile shows it: `0.01 EUR`. */
  readonly fkrIs: string | null
  /** Whether a rule, or the demo, asks for the player's age. */
  readonly asksBirthDate: boolean
}
type InFkr<T> = { readonly [K in keyof T]: T[K] extends LawMoney | null ? Money | null : T[K] }

/**
 * A profile by what one fkr is worth. Where that is missing, or in another currency than the
 * profile's amounts: a sentence that says what to set.
 */
export function playRulesOf(profile: PlayProfile, fkrIs: FkrIs | null): PlayRules | string {
  const { depositLimit, slotStake } = profile
  const amounts = [
    depositLimit.most,
    depositLimit.mostYoung,
    slotStake?.most ?? null,
    slotStake?.mostYoung ?? null,
  ].filter((amount) => amount !== null)
  const other = amounts.find(({ currency }) => currency !== fkrIs?.currency)
  if (other)
    return `must say what one fkr is worth in ${other.currency}, such as "0.01 ${other.currency}", since the profile ${profile.name} has amounts in it.`
  if (profile.showsCurrency && !fkrIs)
    return `must say what one fkr is worth, such as "0.01 EUR", since the profile ${profile.name} shows it beside amounts.`

  const inFkr = (amount: LawMoney | null): Money | null => {
    if (!amount || !fkrIs) return null
    const [whole = '', rest = ''] = amount.amount.split('.')
    // Rounded down: no limit is higher than the law's.
    return hundredths((BigInt(whole + rest.padEnd(2, '0')) * 1_000_000_000n) / fkrIs.billionths)
  }
  return {
    ...profile,
    depositLimit: {
      ...depositLimit,
      most: inFkr(depositLimit.most),
      mostYoung: inFkr(depositLimit.mostYoung),
    },
    slotStake: slotStake && {
      most: inFkr(slotStake.most),
      mostYoung: inFkr(slotStake.mostYoung),
    },
    fkrIs: profile.showsCurrency ? (fkrIs?.text ?? null) : null,
    asksBirthDate:
      depositLimit.mostYoung !== null ||
      slotStake?.mostYoung != null ||
      profile.demo === 'afterAge',
  }
}
