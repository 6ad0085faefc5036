import { listProposals, type Proposal } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, labelsOf, proposalInTests, shownWith, whoDecides } from './in-tests.tsx'
import { Pending } from './pending.tsx'

/** What waits about a player, where the page of it ends with `next`. */
const shown = (changes: Partial<Proposal> = {}, next: string | null = null) =>
  shownWith(
    <Pending of={{ about: '10000001' }} />,
    answered(
      listProposals,
      { about: '10000001' },
      { proposals: [{ ...proposalInTests, ...changes }], next },
    ),
  )

test('what waits has its name, and says what its reader can do with it, or who can', () => {
  const [another, mine, none] = [shown(), shown({ own: true }), shown({ mayDecide: false })]
  for (const page of [another, mine, none])
    expect(page).toContain('Release payout: 11,000 fkr, 10000001 x</h2>')
  expect(labelsOf('a', another)).toEqual(['Approve or refuse it'])
  expect(labelsOf('a', mine)).toEqual(['Withdraw it'])
  expect(labelsOf('a', none)).toEqual([])
  expect(labelsOf('a', shown({ whyNot: 'It is frozen.' }))).toEqual(['Refuse it'])
  expect(labelsOf('a', shown({ own: true, mayDecide: false }))).toEqual(['Withdraw it'])
  for (const page of [another, mine]) expect(page).not.toContain(whoDecides)
  expect(none).toContain(whoDecides)
})

test('what waits beyond the first page is one tap away', () => {
  expect(labelsOf('a', shown({}, 'a cursor'))).toEqual([
    'Approve or refuse it',
    'See the later ones, too',
  ])
})
