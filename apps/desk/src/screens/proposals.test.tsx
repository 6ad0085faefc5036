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
  const [mine, another, none] = [
    shown({ own: true, whyNot: 'Another has to.' }),
    shown({}),
    shown({ mayDecide: false }),
  ]
  expect(labelsOf('button', mine)).toEqual(['Withdraw proposal'])
  expect(labelsOf('button', another)).toEqual(['Refuse proposal', 'Approve proposal'])
  expect(labelsOf('button', none)).toEqual([])
  for (const page of [mine, another]) expect(page).not.toContain(whoDecides)
  expect(none).toContain(whoDecides)
})

test('what can’t be approved as things are has no button for it, and says why', () => {
  const whyNot = 'The account is frozen: it has to be opened first.'
  const frozen = shown({ whyNot })
  expect(labelsOf('button', frozen)).toEqual(['Refuse proposal'])
  expect(frozen).toContain(whyNot)
  // An operator who has lost the duty can still withdraw their own proposal.
  const lost = shown({ own: true, mayDecide: false, whyNot })
  expect(labelsOf('button', lost)).toEqual(['Withdraw proposal'])
  expect(lost).toContain(whyNot)
})
