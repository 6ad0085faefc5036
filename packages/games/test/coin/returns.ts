import { fraction, ofStake, times } from '../../src/exact/fraction.ts'
import type { GameReturns } from '../../src/game.ts'
import type { CoinMove, CoinRules, CoinState } from './index.ts'

const half = fraction(1, 2)

export const returns: GameReturns<CoinRules, CoinMove, CoinState> = {
  solve({ pays }) {
    const returned = times(half, ofStake(pays))
    return {
      best: { name: 'best play', kind: returned, hard: returned },
      bestPlay: 'call either side.',
      others: [],
    }
  },
  bestPlay: () => ({ moveIn: () => ({ call: 'heads' }) }),
  ends: ({ pays }) => [
    { name: 'the side is called', pays, kind: half, hard: half },
    { name: 'the other side', pays: 0, kind: half, hard: half },
  ],
  most: ({ pays }) => pays,
}
