import { openRound, type Round, type Rules } from './catalog.ts'
import { isClientSeed } from './fairness/seeds.ts'
import type { MoveRefusal } from './game.ts'
import { playMove } from './round.ts'

export interface Replay {
  readonly rules: Rules
  readonly roundKey: Uint8Array
  readonly clientSeed: string
  readonly moves: readonly unknown[]
}

export type Replayed =
  | { readonly ok: true; readonly round: Round }
  /**
   * `at` is the index of the refused move, null if the round can't even be dealt.
   */
  | {
      readonly ok: false
      readonly why: MoveRefusal | 'not a client seed'
      readonly at: number | null
    }

/**
 * Replays a whole round: the audit does this on the server, and the player's browser too.
 */
export function replay({ rules, roundKey, clientSeed, moves }: Replay): Replayed {
  if (!isClientSeed(clientSeed)) return { ok: false, why: 'not a client seed', at: null }
  let round = openRound({ rules, roundKey, clientSeed })
  for (const [at, move] of moves.entries()) {
    const played = playMove(round, move)
    if (!played.ok) return { ...played, at }
    round = played.round
  }
  return { ok: true, round }
}
