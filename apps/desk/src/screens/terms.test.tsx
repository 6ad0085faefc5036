import { listProposals, listTerms } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, labelsOf, proposalInTests, shownWith } from '../parts/in-tests.tsx'
import { Terms } from './terms.tsx'

const draft = {
  id: '00000000-0000-7000-8000-000000000001',
  version: null,
  words: 'Be kind.',
  effectiveAt: new Date('2026-12-22T12:00:00Z'),
  madeBy: 'Asha',
  publishedAt: null,
  accepted: 0,
}

test('a draft whose publication waits for a second person isn’t offered to be published', () => {
  const waiting = { ...proposalInTests, act: 'publishTerms', about: 'terms' }
  const buttons = (proposals: (typeof waiting)[]) =>
    labelsOf(
      'button',
      shownWith(
        <Terms mayRule />,
        answered(listTerms, undefined, [draft]),
        answered(listProposals, { act: 'publishTerms' }, { proposals, next: null }),
      ),
    )
  expect(buttons([])).toContain('Publish terms')
  expect(buttons([waiting])).not.toContain('Publish terms')
})
