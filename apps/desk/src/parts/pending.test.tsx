import { listProposals, type Proposal } from '@pipkin/contract/desk'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Pending } from './pending.tsx'

const draft: Proposal = {
  proposal: '00000000-0000-7000-8000-000000000000',
  act: 'changeFees',
  about: '',
  reason: 'ticket 7',
  facts: [],
  changes: [],
  proposer: 'Asha',
  own: false,
  mayDecide: true,
  deciders: ['cashier', 'admin'],
  proposedAt: new Date('2026-11-22T12:00:00Z'),
  decision: null,
  decider: null,
}

/** The links of the drafts, where the page of them ends with `next`. */
function linksOf(next: string | null, changes: Partial<Proposal> = {}): (string | undefined)[] {
  const client = new QueryClient()
  const page = { proposals: [{ ...draft, ...changes }], next }
  client.setQueryData([listProposals.name, { act: draft.act }], page)
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Pending act="changeFees" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return [...shown.matchAll(/<a[^>]*>(.*?)<\/a>/g)].map(([, label]) => label)
}

test('a draft says what its reader can do with it', () => {
  expect(linksOf(null)).toEqual(['Approve or refuse it'])
  expect(linksOf(null, { own: true })).toEqual(['Withdraw it'])
  expect(linksOf(null, { mayDecide: false })).toEqual(['See who decides it'])
})

test('drafts beyond the first page are one tap away', () => {
  expect(linksOf('a cursor')).toEqual(['Approve or refuse it', 'See the later drafts, too'])
})
