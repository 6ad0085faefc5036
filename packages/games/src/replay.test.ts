import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRound, type Round, type Rules, rootOf, type State } from './catalog.ts'
import { toHex } from './fairness/bytes.ts'
import { guessRules } from './guess-number/settings.ts'
import { minesRules } from './mines/settings.ts'
import { replay } from './replay.ts'
import { finishRound, outcomeOf, playMove, viewOf } from './round.ts'
import { slotRules } from './slot-machine/settings.ts'
import { ticTacToeRules } from './tic-tac-toe/settings.ts'

const anyRules = fc
  .tuple(
    fc.constantFrom<Rules>(guessRules, minesRules, slotRules, ticTacToeRules),
    fc.integer({ min: 0, max: 100 }),
  )
  .map(([rules, winPercentage]): Rules => ({ ...rules, winPercentage }))
const anyDeal = fc.record({
  rules: anyRules,
  roundKey: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  clientSeed: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
})
const anyMove = fc.oneof(
  fc.record({ reveal: fc.nat(25) }),
  fc.constant({ cashOut: true }),
  fc.record({ cell: fc.nat(9) }),
  fc.constant({ spin: true }),
  fc.constantFrom(
    { choice: 'even' },
    { choice: 'odd' },
    { choice: 'range', from: 1 },
    { choice: 'range', from: 51 },
  ),
  fc.record({ choice: fc.constant('number'), number: fc.integer({ min: 1, max: 100 }) }),
  fc.jsonValue(),
)
const options = { seed: 20_261_120, numRuns: 400 }

/** Plays on with what is legal, and leaves out what is refused. */
const playedOn = (round: Round, moves: readonly unknown[]): Round =>
  moves.reduce<Round>((before, move) => {
    const played = playMove(before, move)
    return played.ok ? played.round : before
  }, round)

test('a replay of the moves is the round that was played', () => {
  fc.assert(
    fc.property(anyDeal, fc.array(anyMove, { maxLength: 40 }), (deal, moves) => {
      const round = finishRound(playedOn(openRound(deal), moves))
      const again = replay({ ...deal, moves: JSON.parse(JSON.stringify(round.moves)) })
      if (!again.ok) throw new Error(again.why)
      expect(outcomeOf(again.round)).toEqual(outcomeOf(round))
      expect(viewOf(again.round)).toEqual(viewOf(round))
      expect(again.round.moves).toEqual(round.moves)
    }),
    options,
  )
})

test('after the end every move is refused, and a replay names the first that is', () => {
  fc.assert(
    fc.property(anyDeal, anyMove, (deal, move) => {
      const ended = finishRound(openRound(deal))
      expect(playMove(ended, move).ok).toBe(false)
      expect(replay({ ...deal, moves: [...ended.moves, move] })).toMatchObject({
        ok: false,
        at: ended.moves.length,
      })
    }),
    options,
  )
})

test('a move changes nothing of the round that it was made in', () => {
  fc.assert(
    fc.property(anyDeal, fc.array(anyMove, { maxLength: 10 }), (deal, moves) => {
      const round = openRound(deal)
      const before = JSON.stringify(viewOf(round))
      playedOn(round, moves)
      expect(JSON.stringify(viewOf(round))).toBe(before)
      expect(round.moves).toEqual([])
    }),
    options,
  )
})

test('what a view hands out is the taker’s own', () => {
  fc.assert(
    fc.property(anyDeal, (deal) => {
      const round = finishRound(openRound(deal))
      const before = JSON.stringify(viewOf(round))
      for (const part of Object.values(viewOf(round))) if (Array.isArray(part)) part.length = 0
      expect(JSON.stringify(viewOf(round))).toBe(before)
    }),
    options,
  )
})

/** The state with everything hidden replaced; what the player knows stays. */
function otherwiseHidden(state: State, numbers: readonly number[]): State {
  if ('layout' in state) {
    const layout = state.layout.map((multiplier, cell) =>
      state.revealed.includes(cell) ? multiplier : (numbers[cell] ?? 0),
    )
    return { ...state, layout }
  }
  if ('numbers' in state) {
    const [first = 0, second = 0] = numbers
    return { ...state, kind: !state.kind, first, second }
  }
  if ('spun' in state) return { ...state, reels: numbers.slice(0, 3) }
  return 'kind' in state ? { ...state, kind: !state.kind } : state
}

/** Hashes hide what they are over; everything else of a view must not depend on it. */
const withoutHashes = (round: Round): unknown =>
  JSON.parse(
    JSON.stringify(viewOf(round), (name, value) =>
      name === 'root' || name === 'path' ? null : value,
    ),
  )

test('HIDDEN-07 the view of an open round depends on nothing that is hidden', () => {
  const hidden = fc.array(fc.constantFrom(0, 50, 100, 250), { minLength: 25, maxLength: 25 })
  fc.assert(
    fc.property(anyDeal, fc.array(anyMove, { maxLength: 6 }), hidden, (deal, moves, numbers) => {
      const round = playedOn(openRound(deal), moves)
      fc.pre(outcomeOf(round) === null)
      const other = { ...round, kind: !round.kind, state: otherwiseHidden(round.state, numbers) }
      // With every safe cell open in the other layout it would have ended.
      fc.pre(outcomeOf(other) === null)
      expect(withoutHashes(other)).toEqual(withoutHashes(round))
    }),
    options,
  )
})

test('HIDDEN-08 no byte of the key, and no salt of a hidden cell, is in the view of an open round', () => {
  fc.assert(
    fc.property(anyDeal, fc.array(anyMove, { maxLength: 6 }), (deal, moves) => {
      const round = playedOn(openRound(deal), moves)
      fc.pre(outcomeOf(round) === null)
      const text = JSON.stringify(viewOf(round))
      expect(text).not.toContain(toHex(deal.roundKey))
      for (const name of [
        'result',
        'first',
        'second',
        'reels',
        'mines',
        'multipliers',
        'kind',
        'layout',
      ])
        expect(text).not.toContain(`"${name}"`)
      if (!('seal' in round.state)) return
      const { revealed, seal } = round.state
      for (let cell = 0; cell < 25; cell += 1)
        if (!revealed.includes(cell)) expect(text).not.toContain(seal().proofOf(cell).salt)
    }),
    options,
  )
})

test('only mines has a root', () => {
  const deal = { roundKey: new Uint8Array(32), clientSeed: 'test' }
  const roots = [guessRules, minesRules, slotRules, ticTacToeRules].map((rules) =>
    rootOf(openRound({ ...deal, rules })),
  )
  expect(roots.map((root) => root?.length)).toEqual([undefined, 64, undefined, undefined])
})

test('FAIR-08 no round is dealt with something else for a client seed', () => {
  const deal = { rules: slotRules, roundKey: new Uint8Array(32), clientSeed: 'a b' }
  expect(() => openRound(deal)).toThrow(RangeError)
  expect(replay({ ...deal, moves: [] })).toEqual({ ok: false, why: 'not a client seed', at: null })
})
