import { fromHex, type Proof, type Round, replay } from '@pipkin/games'
import type { Verdict } from '@pipkin/games/verify'

/** The round before its first move, after each, and at its end; empty if it couldn't be dealt. */
export function roundsOf(
  { roundKey, clientSeed, moves }: Pick<Proof, 'roundKey' | 'clientSeed' | 'moves'>,
  { round: ended }: Pick<Verdict, 'round'>,
): readonly Round[] {
  if (!ended) return []
  const deal = { rules: ended.rules, roundKey: fromHex(roundKey), clientSeed }
  const before = moves.flatMap((_, count) => {
    const played = replay({ ...deal, moves: moves.slice(0, count) })
    return played.ok ? [played.round] : []
  })
  return [...before, ended]
}

/** Which of these rounds is shown, from 0, for the player to read or hear. */
export function stepInWords(at: number, last: number): string {
  if (at === last) return last === 0 ? 'The round had no moves' : `The end, after move ${last}`
  return at === 0 ? 'Before the first move' : `After move ${at} of ${last}`
}
