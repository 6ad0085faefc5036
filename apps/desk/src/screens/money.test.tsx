import { listSnapshots } from '@pipkin/contract/desk'
import { zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { answered, shownAt } from '../parts/in-tests.tsx'
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
