import { listSnapshots, listUnderWay, type UnderWay } from '@pipkin/contract/desk'
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
