import { actName, type Proposal } from '@pipkin/contract/desk'
import type { fieldNames } from '@pipkin/contract/desk/field-names'
import { Changes } from './changes.tsx'
import { Facts, when } from './facts.tsx'

/* What each screen that shows a proposal says of it. */

const amountName: (typeof fieldNames)['amount'] = 'Amount'

/** `Release payout: 11,000 fkr, 10000001 x`: what buttons and dialogs are named by, too. */
export function proposalTitle({ act, about, facts }: Proposal): string {
  const name = actName(act)
  // The name of an act on settings says what it is about already.
  if (name.toLowerCase().includes(about)) return name
  const amount = facts.filter(({ what }) => what === amountName).map(({ value }) => value)
  return `${name}: ${[...amount, about].join(', ')}`
}

/** Who proposed it and why, what it is judged by, and what it would change. */
export const ProposalFacts = ({
  proposal: { proposer, own, proposedAt, reason, facts, changes, details },
}: {
  proposal: Proposal
}) => (
  <div className="mt-3">
    <Facts
      facts={[
        ['Proposed by', own ? `${proposer} (you)` : proposer],
        ['When', when(proposedAt)],
        ['Why', reason],
        ...facts.map(({ what, value }): [string, string] => [what, value]),
      ]}
    />
    <h3 className="mt-3 text-cap text-ink2">What changes</h3>
    <div className="text-row">
      <Changes changes={changes} />
    </div>
    {details.length > 0 && (
      <details className="mt-2 text-sm text-ink2">
        <summary className="w-fit cursor-pointer py-2">Details</summary>
        <Changes changes={details} />
      </details>
    )}
  </div>
)

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** Why its reader can’t approve it. */
export const WhyNot = ({ proposal: { mayDecide, deciders, whyNot } }: { proposal: Proposal }) =>
  (!mayDecide || whyNot !== null) && (
    <p className="mt-1 text-sm text-ink2">
      {whyNot ??
        `Only an operator with the role ${either.format(deciders)} can approve or refuse it.`}
    </p>
  )
