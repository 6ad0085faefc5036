import { type Act, listActs } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, labelsOf, shownWith } from '../parts/in-tests.tsx'
import { Acts } from './acts.tsx'

const act = (n: number, about: string): Act => ({
  n,
  at: new Date('2026-11-22T12:00:00Z'),
  operator: 'Asha',
  act: 'freezePlayer',
  about,
  reason: 'ticket 7',
  approver: null,
  approval: null,
  changes: [],
  hash: 'ab'.repeat(32),
})

test('an act about a player leads to the player', () => {
  const shown = shownWith(
    <Acts />,
    answered(
      listActs,
      { limit: 50 },
      { acts: [act(3, '10000001'), act(2, '10000002 x'), act(1, 'Fruit Slot (3)')], next: null },
    ),
  )
  expect(labelsOf('a', shown)).toEqual(['10000001', '10000002'])
  expect(shown).toContain('href="/players/10000002"')
})

test('the year of a day takes four digits, and no digit of the next field', () => {
  const shown = shownWith(<Acts />)
  expect(shown.match(/type="date" max="9999-12-31"/g)).toHaveLength(2)
})
