import { expect, test } from 'vitest'
import { changesOf } from './act-words.ts'

test('a change of settings: a line for each that differs, amounts in fkr', () => {
  expect(
    changesOf(
      'changeFees',
      { version: 1, send_fee: 200, review_above: 10_000, second_above: null },
      { version: 2, send_fee: 200, review_above: 12_345, second_above: 50_000 },
    ),
  ).toEqual([
    { what: 'review above', before: '100 fkr', after: '123.45 fkr' },
    { what: 'second above', before: '–', after: '500 fkr' },
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
    { what: 'about', before: '–', after: '12345678 4f0c' },
    { what: 'state', before: 'review', after: 'requested' },
    { what: 'until', before: '–', after: '2026-12-06 23:59 UTC' },
  ])
})

test('what stands inside a value is said in words too', () => {
  const [change] = changesOf('x', null, { places: [{ name: 'Goa', open_now: true }, 'Delhi'] })
  expect(change?.after).toBe('name Goa, open now yes, Delhi')
})
