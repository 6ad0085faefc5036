import { expect, test } from 'vitest'
import { aboutText, changesOf, proposedChanges } from './act-words.ts'

test('a change of settings: a line for each that differs, amounts in fkr', () => {
  expect(
    changesOf(
      'changeFees',
      { version: 1, send_fee: 200, review_above: 10_000, second_above: null },
      { version: 2, send_fee: 200, review_above: 12_345, second_above: 50_000 },
    ),
  ).toEqual([
    { what: 'A withdrawal waits for an operator above', before: '100 fkr', after: '123.45 fkr' },
    { what: 'A payout takes two people above', before: 'not set', after: '500 fkr' },
  ])
})

test('a wallet has the name that players know', () => {
  expect(changesOf('adjustBalance', { win_wallet: 0 }, { win_wallet: 1_050 })).toEqual([
    { what: 'Win wallet', before: '0 fkr', after: '10.50 fkr' },
  ])
})

test('a proposal: what it is about, and what it would change, in words', () => {
  const after = {
    about: '12345678 4f0c',
    before: { state: 'review', amount: 10_001, until: null },
    after: { state: 'requested', amount: 10_001, until: '2026-12-06T23:59:00+00:00' },
  }
  expect(changesOf('propose', null, after)).toEqual([
    { what: 'About', before: null, after: '12345678 4f0c' },
    { what: 'State', before: 'review', after: 'requested' },
    { what: 'Until', before: 'not set', after: '2026-12-06 23:59 UTC' },
  ])
})

test('what stands inside a value is said in words too', () => {
  const ended = [{ created_at: '2026-12-06T10:00:00+00:00', open_now: true }]
  expect(
    changesOf(
      'x',
      {
        sessions_ended: ended,
        multipliers: [
          [50, 4],
          [100, 7],
        ],
      },
      null,
    ),
  ).toEqual([
    { what: 'Sessions ended', before: 'since 2026-12-06 10:00 UTC, open now yes', after: null },
    { what: 'Multipliers, and their tiles', before: '0.5× on 4 tiles, 1× on 7 tiles', after: null },
  ])
})

test('a hash is hex alone', () => {
  expect(changesOf('publishGame', { rules_hash: '\\x00ff' }, { rules_hash: '\\x01ff' })).toEqual([
    { what: 'Hash of the rules', before: '00ff', after: '01ff' },
  ])
})

test('why a payout waited is said as its card says it', () => {
  expect(changesOf('releasePayout', { reason: 'overLimit' }, { reason: null })).toEqual([
    { what: 'Reason', before: 'above the limit', after: 'not set' },
  ])
})

test('a payout has the id of all screens, a proposal the name of its act', () => {
  expect(aboutText('12345678 01234567-89ab-cdef-0123-456789abcdef')).toMatch(/^12345678 \w{27}$/)
  expect(aboutText('changeFees 01234567-89ab-cdef-0123-456789abcdef')).toMatch(
    /^Change fees and limits 01234567/,
  )
  for (const same of ['Mines (2)', '12345678 loss day', 'payouts'])
    expect(aboutText(same)).toBe(same)
})

test('a proposal about a game says what changes in per cent, fkr and multiples; its hash stands apart', () => {
  const was = { rules_hash: '\\x00ff', margin: 31_250, minimum: 200, jackpotPays: 200 }
  const is = { rules_hash: '\\x01ff', margin: 67_578, minimum: 500, jackpotPays: 150 }
  expect(
    proposedChanges(
      'publishGame',
      { ...was, min_round_ms: 500, rounds_a_day: null },
      { ...is, min_round_ms: 750, rounds_a_day: 40 },
    ),
  ).toEqual({
    changes: [
      { what: 'Margin of the house', before: '3.125 %', after: '6.7578 %' },
      { what: 'Smallest stake', before: '2 fkr', after: '5 fkr' },
      { what: 'Three equal pay', before: '2×', after: '1.5×' },
      { what: 'Time between two bets', before: '500 ms', after: '750 ms' },
      { what: 'Rounds in 24 hours', before: 'any number', after: '40' },
    ],
    details: [{ what: 'Hash of the rules', before: '00ff', after: '01ff' }],
  })
})
