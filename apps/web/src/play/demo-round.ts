import { type BaseRules, dealRound, outcomeOf, playMove, type RoundOf, viewOf } from '@pipkin/games'
import { type Money, times, zero } from '@pipkin/money'
import { seedFrom } from './client-seed.ts'
import type { Driver, GameOnScreen, Round } from './round.ts'

/**
 * Rounds for play money: dealt and judged in this browser by the same rules, without a call.
 * `randomBytes` is their only source of chance.
 */
export function demoRounds<R extends BaseRules, M, V>(
  { game }: GameOnScreen<R, M, V>,
  rules: R,
  randomBytes: (count: number) => Uint8Array,
): Driver<Round<R, M, V>, M> {
  let dealt: {
    readonly id: string
    readonly stake: Money
    readonly round: RoundOf<R, M, unknown, V>
  } | null = null

  function show({ id, stake, round }: NonNullable<typeof dealt>): Round<R, M, V> {
    const outcome = outcomeOf(round)
    return {
      id,
      stake,
      status: outcome?.status ?? 'Pending',
      returned: outcome ? times(stake, outcome.pays) : zero,
      rules,
      moves: round.moves,
      view: viewOf(round),
      seal: null,
      balances: null,
    }
  }

  return {
    resume: async () => ({ round: null }),

    async bet(stake) {
      const clientSeed = seedFrom(randomBytes(22))
      dealt = {
        id: clientSeed,
        stake,
        round: dealRound(game, { rules, roundKey: randomBytes(32), clientSeed }),
      }
      return { ok: true, round: show(dealt) }
    },

    async move({ id }, move) {
      if (dealt?.id !== id) throw new Error('a move in a round that was not dealt here')
      const played = playMove(dealt.round, move)
      if (!played.ok) return { ok: false, kind: 'refused', message: played.why }
      dealt = { ...dealt, round: played.round }
      return { ok: true, round: show(dealt) }
    },
  }
}
