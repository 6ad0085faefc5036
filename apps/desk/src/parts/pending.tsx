import type { Call, Input } from '@pipkin/contract'
import { type listProposals as List, listProposals, type Proposal } from '@pipkin/contract/desk'
import { Card } from '../../../web/src/ui/card.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { DeskLink } from './desk-link.tsx'
import { ProposalFacts, proposalTitle, WhyNot } from './proposal.tsx'

const waysOf = ({ own, whyNot }: Proposal) =>
  own ? 'Withdraw it' : whyNot === null ? 'Approve or refuse it' : 'Refuse it'

type Of = Pick<Input<typeof List>, 'act' | 'about'>
const useWaiting = (of: Of) => useCall(listProposals, of, 10_000).data

/** Whether this act waits for a second person already; then it isn't offered again. */
export function useProposed(of: Of): (act: Call, about?: string) => boolean {
  const waiting = useWaiting(of)
  return ({ name }, whom) =>
    waiting?.proposals.some(
      ({ act, about }) => act === name && (whom === undefined || about === whom),
    ) ?? false
}

/** The proposals of one act or about one thing, with what each would change. */
export function Pending({ of }: { of: Of }) {
  const waiting = useWaiting(of)
  return (
    <>
      {waiting?.proposals.map((proposal) => (
        <Card key={proposal.proposal} className="mt-4 p-4">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 className="text-h2 wrap-anywhere">{proposalTitle(proposal)}</h2>
            <Tag tone="pending">waits for a second person</Tag>
            {(proposal.own || proposal.mayDecide) && (
              <DeskLink to="/proposals" className="ml-auto">
                {waysOf(proposal)}
              </DeskLink>
            )}
          </div>
          <WhyNot proposal={proposal} />
          <ProposalFacts proposal={proposal} />
          <p className="mt-2 text-sm text-ink2">
            It was tried on things as they are, and changes nothing until a second person approves
            it, within 24 hours.
          </p>
        </Card>
      ))}
      {waiting?.next && (
        <DeskLink to="/proposals" className="mt-4 inline-block">
          See the later ones, too
        </DeskLink>
      )}
    </>
  )
}
