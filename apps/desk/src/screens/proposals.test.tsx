import { listProposals, type Proposal } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, labelsOf, proposalInTests, shownWith, whoDecides } from '../parts/in-tests.tsx'
import { Proposals } from './proposals.tsx'

/** The screen with one proposal. */
const shown = (changes: Partial<Proposal>) =>
  shownWith(
    <Proposals mayOffer={false} />,
    answered(
      listProposals,
      { cursor: undefined, limit: 20 },
      { proposals: [{ ...proposalInTests, ...changes }], next: null },
    ),
  )

test('a proposal has buttons for who may decide, and for others who can', () => {
  const [mine, another, none] = [shown({ own: true }), shown({}), shown({ mayDecide: false })]
  expect(labelsOf('button', mine)).toEqual(['Withdraw proposal'])
  expect(labelsOf('button', another)).toEqual(['Refuse proposal', 'Approve proposal'])
  expect(labelsOf('button', none)).toEqual([])
  for (const page of [mine, another]) expect(page).not.toContain(whoDecides)
  expect(none).toContain(whoDecides)
})
