import type { PlayerBreak } from '@pipkin/contract/desk'
import { when } from '../parts/facts.tsx'

/** When it ends, in words: an exclusion ends on a written request alone. */
export const endText = ({ until, endsAt }: Pick<PlayerBreak, 'until' | 'endsAt'>): string =>
  endsAt ? when(endsAt) : `${when(until)}, then on a written request`

/** Who gave or ended it, and why. */
export const withReason = (who: string | null, why: string | null): string =>
  who === null ? '–' : `${who}: ${why ?? ''}`
