import type { GameInTests } from '../../src/game-in-tests.ts'
import { type CoinMove, type CoinRules, type CoinState, type CoinView, coinRules } from './index.ts'

export const inTests: GameInTests<CoinRules, CoinMove, CoinState, CoinView> = {
  randomRules: () => coinRules,
  hides: {
    refused: { call: 'edge' },
    opening: () => null,
    fields: ['fell'],
  },
}
