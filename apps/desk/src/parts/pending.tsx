import type { Input } from '@pipkin/contract'
import {
  actName,
  type listProposals as List,
  listProposals,
  type Proposal,
} from '@pipkin/contract/desk'
import { Link } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { useCall } from '../call.ts'
import { ProposalFacts, WhyNot } from './proposal.tsx'

const waysOf = ({ own, whyNot }: Proposal) =>
  own ? 'Withdraw it' : whyNot === null ? 'Approve or refuse it' : 'Refuse it'

/** What waits for a second person, of one act or about one thing, with what each would change. */
export function Pending({ of }: { of: Pick<Input<typeof List>, 'act' | 'about'> }) {
  const waiting = useCall(listProposals, of, 10_000).data
  return (
    <>
      {waiting?.proposals.map((proposal) => (
        <Card key={proposal.proposal} className="mt-4 p-4">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 className="mr-auto text-h2">{actName(proposal.act)}: waits for a second person</h2>
            {(proposal.own || proposal.mayDecide) && (
              <Link to="/proposals" className="text-link underline">
                {waysOf(proposal)}
              </Link>
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
        <Link to="/proposals" className="mt-4 inline-block text-link underline">
          See the later ones, too
        </Link>
      )}
    </>
  )
}
