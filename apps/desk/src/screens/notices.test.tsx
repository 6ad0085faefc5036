import { type HouseNotice, listHouseNotices, listProposals } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, labelsOf, shownAt } from '../parts/in-tests.tsx'
import { Notices } from './notices.tsx'

const notice: HouseNotice = {
  id: '00000000-0000-7000-8000-000000000001',
  player: null,
  name: null,
  kind: 'service',
  title: 'A pause',
  words: 'On Sunday.',
  from: new Date('2026-12-22T12:00:00Z'),
  until: new Date('2026-12-23T12:00:00Z'),
  madeBy: 'Asha',
  publishedAt: null,
  proposer: null,
}

/** The drafts, for who may publish them. */
const shown = (proposer: string | null) =>
  shownAt(
    '/notices?view=draft',
    <Notices duties={['see', 'answer']} />,
    answered(
      listHouseNotices,
      { state: 'draft', cursor: undefined, limit: 50 },
      { notices: [{ ...notice, proposer }], next: null },
    ),
    answered(listProposals, { act: 'publishNotice' }, { proposals: [], next: null }),
  )

test('a notice that waits for a second person isn’t offered for publication again', () => {
  expect(labelsOf('button', shown(null))).toContain('Publish notice')
  const waiting = shown('Ben')
  expect(labelsOf('button', waiting)).not.toContain('Publish notice')
  expect(waiting).toContain('Ben proposed to publish it')
})
