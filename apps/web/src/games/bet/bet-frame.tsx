import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react'
import type { Play } from '../../play/play.ts'
import type { Odds } from './odds-panel.tsx'
import type { BetEntry } from './use-bet-entry.ts'

/** What each form of a bet is given, besides its money. */
export interface BetProps {
  play: Pick<Play<unknown, unknown, unknown>, 'terms'>
  /** Null if they are shown beside the form. */
  odds: Odds | null
  entry: BetEntry<unknown>
  /** Begins with the focus in the stake, so that Enter bets. */
  focused?: boolean
  onBet: () => void
}

interface BetFrameProps extends Pick<BetProps, 'entry' | 'onBet'> {
  children: ReactNode
}

/** Ignores a key that is held down: each bet is a press of its own. */
export const ignoreHeldKey = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** The form around a stake: Enter in the stake bets, as the button does. */
export function BetFrame({ entry, onBet, children }: BetFrameProps) {
  async function place(event: SubmitEvent) {
    event.preventDefault()
    const answer = await entry.place()
    if (answer?.ok) onBet()
  }
  return (
    <form noValidate onSubmit={(event) => void place(event)} onKeyDown={ignoreHeldKey}>
      {children}
    </form>
  )
}
