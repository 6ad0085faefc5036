import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { BetEntry } from './use-bet-entry.ts'

interface BetFrameProps {
  entry: BetEntry<unknown>
  onBet: () => void
  children: ReactNode
}

/** Ignores a key that is held down: each bet is a press of its own. */
export const ignoreHeldKey = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** The form around a stake: Enter in the stake bets, as the button does. */
export function BetFrame({ entry, onBet, children }: BetFrameProps) {
  async function place(event: FormEvent) {
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
