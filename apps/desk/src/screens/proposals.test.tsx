import { listProposals, type Proposal } from '@pipkin/contract/desk'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Proposals } from './proposals.tsx'

const waiting: Proposal = {
  proposal: '00000000-0000-7000-8000-000000000000',
  act: 'releasePayout',
  about: '10000001 x',
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

/** The screen with this proposal alone. */
function shown(changes: Partial<Proposal>): string {
  const client = new QueryClient()
  const first = { cursor: undefined, limit: 20 }
  const page = { proposals: [{ ...waiting, ...changes }], next: null }
  client.setQueryData([listProposals.name, first], page)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Proposals mayOffer={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const buttonsOf = (page: string) =>
  [...page.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, label]) => label)
const sentence = 'Only an operator with the role cashier or admin can approve or refuse it.'

test('a proposal has buttons for who may decide, and for others who can', () => {
  const [mine, another, none] = [shown({ own: true }), shown({}), shown({ mayDecide: false })]
  expect(buttonsOf(mine)).toEqual(['Withdraw proposal'])
  expect(buttonsOf(another)).toEqual(['Refuse proposal', 'Approve proposal'])
  expect(buttonsOf(none)).toEqual([])
  for (const page of [mine, another]) expect(page).not.toContain(sentence)
  expect(none).toContain(sentence)
})
