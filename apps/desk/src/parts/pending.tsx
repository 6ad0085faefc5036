import { type ActName, actNames, listProposals } from '@pipkin/contract/desk'
import { Link } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { useCall } from '../call.ts'
import { Changes } from './changes.tsx'
import { when } from './facts.tsx'

/** The drafts of an act that wait for a second person, with what each would change. */
export function Pending({ act }: { act: ActName }) {
  const waiting = useCall(listProposals, { act }, 10_000).data
  return (
    <>
      {waiting?.proposals.map(
        ({ proposal, proposer, own, mayDecide, proposedAt, reason, changes }) => (
          <Card key={proposal} className="mt-4 p-4">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h2 className="text-h2">{actNames[act]}</h2>
              <span className="mr-auto text-sm text-ink2">
                by {own ? 'you' : proposer}, {when(proposedAt)}: {reason}
              </span>
              <Link to="/proposals" className="text-link underline">
                {!mayDecide ? 'See who decides it' : own ? 'Withdraw it' : 'Approve or refuse it'}
              </Link>
            </div>
            <div className="mt-2 text-row">
              <Changes changes={changes} />
            </div>
            <p className="mt-2 text-sm text-ink2">
              It was tried on the settings as they are, and changes nothing until a second person
              approves it, within 24 hours.
            </p>
          </Card>
        ),
      )}
      {waiting?.next && (
        <Link to="/proposals" className="mt-4 inline-block text-link underline">
          See the later drafts, too
        </Link>
      )}
    </>
  )
}
