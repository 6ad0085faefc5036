import { outcomeOf, type Round } from '@pipkin/games'
import type { Money } from '@pipkin/money'

/** What the replay of an ended round dealt, in a few words. */
export function replayInWords(round: Round): string {
  const dealt = round.game.words.dealt(round)
  return round.kind ? dealt : `${dealt}, in a hard round`
}

/** Why an ended round pays what it pays: `3 tiles, 0.5× + 1× + 0.5× of 20 is 40`. */
export const payoutInWords = (round: Round, stake: Money): string =>
  outcomeOf(round) ? round.game.words.payout(round, stake) : 'The round is still open'
