import { type Move, openRound, type Round, type Rules, type State } from '../catalog.ts'
import { roundKey } from '../fairness/seeds.ts'
import type { BestPlay } from '../game.ts'
import { outcomeOf, playMove } from '../round.ts'
import { gameReturns } from './game-returns.ts'

/** What rounds that were really drawn and played paid, in fractions of the stake. */
export interface Sample {
  readonly mean: number
  /** The standard error of the mean. */
  readonly error: number
}

/**
 * A mean of many rounds lies at most so many standard errors from the exact return, 999 times in
 * 1,000.
 */
export const errorsIn999Of1000 = 3.2905

/** Plays rounds of one epoch seed (32 bytes) by best play, through the draws of real rounds. */
export const simulate = (rules: Rules, rounds: number, seed: Uint8Array): Sample =>
  playDealt(rules, rounds, (nonce) =>
    openRound({ rules, roundKey: roundKey(seed, 'simulation', nonce), clientSeed: 'simulation' }),
  )

/** Plays rounds by best play as they are dealt. */
export function playDealt(rules: Rules, rounds: number, dealt: (nonce: number) => Round): Sample {
  const best = gameReturns(rules).bestPlay(rules)
  let [total, squares] = [0, 0]
  for (let nonce = 0; nonce < rounds; nonce += 1) {
    const pays = paysOf(dealt(nonce), best)
    total += pays
    squares += pays * pays
  }
  const mean = total / rounds
  return { mean: mean / 100, error: Math.sqrt((squares / rounds - mean * mean) / rounds) / 100 }
}

function paysOf(round: Round, best: BestPlay<Move, State>): number {
  const outcome = outcomeOf(round)
  if (outcome) return outcome.pays
  const played = playMove(round, best.moveIn(round.state))
  if (!played.ok) throw new Error(`best play was refused: ${played.why}`)
  return paysOf(played.round, best)
}
