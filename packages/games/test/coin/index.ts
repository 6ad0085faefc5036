import { fkr, type Money } from '@pipkin/money'
import { type BaseRules, type Game, type RoundOf, refused } from '../../src/game.ts'
import { hasKeysOf } from '../../src/parse.ts'
import { paidFor } from '../../src/words.ts'

/** A fifth game, which the product has never heard of: heads or tails, for 1.5 times the stake. */
export type CoinRules = BaseRules<'coin'> & { readonly pays: number }
type Side = 'heads' | 'tails'
export type CoinMove = { readonly call: Side }
export type CoinView = { readonly called?: Side; readonly fell?: Side }

export interface CoinState {
  readonly rules: CoinRules
  readonly fell: Side
  readonly called: Side | null
}

export type CoinRound = RoundOf<CoinRules, CoinMove, CoinState, CoinView>

export const coinRules: CoinRules = { game: 'coin', version: 1, winPercentage: 100, pays: 150 }

const callOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'call' in value ? value.call : null

export const coin: Game<CoinRules, CoinMove, CoinState, CoinView> = {
  name: 'coin',

  parseRules: (value) =>
    hasKeysOf(value, coinRules) && value.game === 'coin' && value.pays === coinRules.pays
      ? coinRules
      : null,
  open: (rules, _, chance) => ({
    rules,
    fell: chance.ints('toss')(2) === 0 ? 'heads' : 'tails',
    called: null,
  }),
  parseMove(value) {
    const call = callOf(value)
    return call === 'heads' || call === 'tails' ? { call } : null
  },
  play: (state, { call }) =>
    state.called ? refused('the round has ended') : { ok: true, state: { ...state, called: call } },
  view: ({ called, fell }) => (called ? { called, fell } : {}),
  outcome({ rules, called, fell }) {
    if (!called) return null
    return called === fell ? { status: 'Win', pays: rules.pays } : { status: 'Loss', pays: 0 }
  },
  finishingMove: () => ({ call: 'heads' }),

  moveForms: [{ call: { oneOf: ['heads', 'tails'] } }],
  viewFields: {
    called: { optional: { oneOf: ['heads', 'tails'] } },
    fell: { optional: { oneOf: ['heads', 'tails'] } },
  },
  kindStatus: 0,

  words: {
    inOneLine: () => 'Heads or tails',
    rules: () => ({ plain: ['A coin is tossed.'], hard: 'A hard round is the same.' }),
    replayTitle: 'Toss replayed',
    dealt: ({ state }) => `The coin fell on ${state.fell}`,
    payout: ({ state, rules }: CoinRound, stake: Money) =>
      paidFor(`You called ${state.called}`, state.called === state.fell ? rules.pays : 0, stake),
  },
  isSlot: false,
  offer: {
    id: 5,
    title: 'Coin Toss',
    slogan: 'Heads or tails',
    rules: coinRules,
    minimum: fkr(5),
    maximum: fkr(100),
    step: fkr(5),
    minRoundMs: 0,
    roundsADay: null,
    countsAsStaked: true,
  },
}
