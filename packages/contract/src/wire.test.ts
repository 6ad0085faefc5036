import { fkr, hundredths } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { amount, debit, flag, wholeAmount } from './inputs.ts'
import {
  boolean,
  integer,
  list,
  money,
  nullable,
  object,
  only,
  optional,
  spelt,
  text,
  time,
  Unreadable,
  word,
  wrapped,
} from './wire.ts'

describe('scalars', () => {
  test('a stake is negative on the wire', () => {
    expect(debit.encode(fkr(15))).toBe(-15)
    expect(debit.decode(-15)).toBe(1500n)
    expect(debit.decode('-15')).toBe(1500n)
    // A schema refuses it: it is no stake.
    expect(debit.decode(5)).toBe(-500n)
  })

  test('an amount that a call takes is bounded, a sum that an answer carries is not', () => {
    expect(amount.decode('12.50')).toBe(1250n)
    expect(() => amount.decode(1_000_000_001)).toThrow(Unreadable)
    expect(money.decode(1_000_000_001)).toBe(100_000_000_100n)
    expect(money.encode(hundredths(1250n))).toBe(12.5)
    expect(() => wholeAmount.decode('12.00')).toThrow(Unreadable)
  })

  test('a time is ISO text on the wire', () => {
    const at = new Date('2026-11-20T18:30:00.125Z')
    expect(time.encode(at)).toBe('2026-11-20T18:30:00.125Z')
    expect(time.decode('2026-11-20T18:30:00.125Z')).toEqual(at)
    expect(() => time.decode(0)).toThrow(Unreadable)
  })

  test('a query holds numbers and truth in letters', () => {
    expect(integer.decode('48213075')).toBe(48_213_075)
    expect(flag.decode('true')).toBe(true)
    expect(() => boolean.decode('true')).toThrow(Unreadable)
    for (const odd of ['', ' 5', '1e3', '0x10', '-1', '१२', '4'.repeat(16), null, true, [5]])
      expect(() => integer.decode(odd), String(odd)).toThrow(Unreadable)
    expect(() => flag.decode('1')).toThrow(Unreadable)
  })

  test('a spelling of the wire is no word inside, and the other way round', () => {
    const from = spelt({ win: 'Winning', referral: 'Referal' })
    expect(from.encode('referral')).toBe('Referal')
    expect(from.decode('Winning')).toBe('win')
    expect(() => from.decode('win')).toThrow(Unreadable)
    expect(() => from.decode('toString')).toThrow(Unreadable)
  })
})

describe('objects', () => {
  const bet = object(
    { player: ['User_Id', integer], note: optional(text) },
    { StatusMsg: 'amtplaced', otp: { value: '', mayBeMissing: true } },
  )

  test('only listed fields go out', () => {
    const given = { player: 1, note: undefined, secret: 'no' }
    expect(bet.encode(given)).toEqual({ StatusMsg: 'amtplaced', otp: '', User_Id: 1 })
    // A bug, not an answer without it.
    expect(() => bet.encode(Object({ note: 'a' }))).toThrow(TypeError)
  })

  test('only own, listed fields come in', () => {
    const wire = { StatusMsg: 'amtplaced', User_Id: 1, player: 2, more: 3 }
    expect(bet.decode(wire)).toEqual({ player: 1 })
    expect(() => bet.decode(Object.create(wire))).toThrow(Unreadable)
    const odd: unknown = JSON.parse(
      '{"StatusMsg":"amtplaced","User_Id":1,"__proto__":{"note":"x"}}',
    )
    expect(bet.decode(odd).note).toBeUndefined()
  })

  test.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ User_Id: 1 }],
    [{ StatusMsg: 'Win', User_Id: 1 }],
    [{ StatusMsg: 'amtplaced' }],
    [{ StatusMsg: 'amtplaced', User_Id: null }],
    [{ StatusMsg: 'amtplaced', User_Id: 1, otp: '1' }],
    [{ StatusMsg: 'amtplaced', User_Id: 1, note: null }],
  ])('%j is unreadable', (wire) => expect(() => bet.decode(wire)).toThrow(Unreadable))

  test('envelopes fall away', () => {
    const rows = wrapped('Data', only(object({ state: nullable(word('open', 'closed')) })))
    const wire = { Data: [{ state: 'open' }] }
    expect(rows.encode({ state: 'open' })).toEqual(wire)
    expect(rows.decode(wire)).toEqual({ state: 'open' })
    expect(rows.decode({ Data: [{ state: null }] })).toEqual({ state: null })
    expect(() => rows.decode({ Data: [] })).toThrow(Unreadable)
    expect(() => list(text).decode({ 0: 'a' })).toThrow(Unreadable)
  })
})
