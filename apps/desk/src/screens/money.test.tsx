import {
  type HouseMovement,
  listMovements,
  listSnapshots,
  listUnderWay,
  type UnderWay,
} from '@pipkin/contract/desk'
import { hundredths, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { answered, labelsOf, shownAt } from '../parts/in-tests.tsx'
import { Money } from './money.tsx'

test('a snapshot that is overdue is said to be late', () => {
  const shown = (hours: number) => {
    const takenAt = new Date(Date.now() - hours * 3_600_000)
    const snapshot = { snapshot: 'a', takenAt, players: 1, owed: zero, held: zero }
    return shownAt(
      '/?view=owed',
      <Money mayPay={false} />,
      answered(
        listSnapshots,
        { cursor: undefined, limit: 60 },
        { snapshots: [snapshot], next: null },
      ),
    )
  }
  expect(shown(25)).not.toContain('the next is late')
  expect(shown(27)).toContain('One is due each day: the next is late.')
})

test('a cashier can give back a withdrawal that no worker has signed, and no other', () => {
  const decisions = (mayPay: boolean, { kind = 'withdrawal', state = 'requested' } = {}) => {
    const operation: UnderWay = {
      transaction: 'WD1',
      player: 10000001,
      at: new Date(0),
      amount: hundredths(5000n),
      fee: hundredths(250n),
      state,
      address: '0xa1',
    }
    const shown = shownAt(
      `/?view=way&kind=${kind}`,
      <Money mayPay={mayPay} />,
      ...(['deposit', 'withdrawal'] as const).map((kind) =>
        answered(
          listUnderWay,
          { kind, cursor: undefined, limit: 50 },
          { operations: [operation], next: null },
        ),
      ),
    )
    return labelsOf('button', shown).filter((label) => label !== 'CSV')
  }
  expect(decisions(true)).toEqual(['Refuse payout'])
  expect(decisions(false)).toEqual([])
  for (const state of ['signed', 'mined', 'review']) expect(decisions(true, { state })).toEqual([])
  expect(decisions(true, { kind: 'deposit' })).toEqual([])
})

test('amounts that go both ways are not added up', () => {
  const movement = (id: string, amount: bigint, fee: bigint): HouseMovement => ({
    ...{ id, player: 10000001, name: 'Meera', at: new Date(0), transaction: null, other: null },
    amount: hundredths(amount),
    fee: hundredths(fee),
  })
  const sumOf = (kind: 'fees' | 'deposit', ...movements: HouseMovement[]) =>
    shownAt(
      `/?view=movements&kind=${kind}`,
      <Money mayPay={false} />,
      answered(listMovements, { kind, cursor: undefined, limit: 50 }, { movements, next: null }),
    ).match(/On this page .*?fkr\./)?.[0]
  expect(sumOf('deposit', movement('a', 500n, 0n), movement('b', 250n, 0n))).toBe(
    'On this page 7.50 fkr in all, with fees of 0 fkr.',
  )
  expect(sumOf('fees', movement('a', 9000n, 1000n), movement('b', -5000n, 100n))).toBe(
    'On this page fees of 11 fkr.',
  )
})
