import {
  actNames,
  approveProposal,
  listProposals,
  type Proposal,
  refuseProposal,
} from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { Heading } from '../parts/heading.tsx'
import { Invitation } from '../parts/invitation.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { playerIn } from '../parts/player-link.tsx'
import { ProposalFacts, proposalTitle, WhyNot } from '../parts/proposal.tsx'
import { NextPage } from '../parts/views.tsx'

/** What waits for a second person, the oldest first. */
export function Proposals({ mayOffer }: { mayOffer: boolean }) {
  const [address] = useSearchParams()
  const cursor = address.get('after') ?? undefined
  const page = useCall(listProposals, { cursor, limit: 20 }, 10_000)
  return (
    <>
      <Heading name="Waiting for a second person" />
      <Loaded query={page}>
        {({ proposals, next }) => (
          <>
            {proposals.length === 0 && (
              <Card className="mt-5 px-4 py-4 text-ink2">
                {cursor === undefined ? 'Nothing waits.' : 'Nothing later waits.'}
              </Card>
            )}
            {proposals.map((proposal) => (
              <Waiting key={proposal.proposal} proposal={proposal} mayOffer={mayOffer} />
            ))}
            <NextPage next={next} keep={{}} name="after">
              Later ones
            </NextPage>
          </>
        )}
      </Loaded>
    </>
  )
}

function Waiting({ proposal, mayOffer }: { proposal: Proposal; mayOffer: boolean }) {
  const { act, about, own, mayDecide, whyNot, proposer } = proposal
  const title = proposalTitle(proposal)
  // Proposals move up as others are decided, and two of them may have the same title.
  const asking = {
    about: title,
    id: proposal.proposal,
    fields: <ProposalFacts proposal={{ ...proposal, details: [] }} />,
    inputOf: (reason: string) => ({ proposal: proposal.proposal, reason }),
  }
  const [, game] = /\((\d+)\)$/.exec(about) ?? []
  const player = playerIn(about)
  return (
    <Card className="mt-4 p-4">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-h2 wrap-anywhere">{title}</h2>
        {(own || mayDecide) && (
          <ActButton
            act={refuseProposal}
            label={own ? actNames.withdrawProposal : actNames.refuseProposal}
            {...asking}
          />
        )}
        {mayDecide && whyNot === null && (
          <ActButton
            act={approveProposal}
            look="glaze"
            {...asking}
            after={(answer) =>
              answer.link !== null && <Invitation {...answer} proposer={proposer} />
            }
          />
        )}
      </div>
      <WhyNot proposal={proposal} />
      {mayOffer && game && (
        <DeskLink to={`/games/${game}`}>The game, and what its draft means</DeskLink>
      )}
      {player !== null && (
        <DeskLink to={`/players/${player}`}>
          {act === 'releasePayout' ? 'The player, with all payouts' : 'The player'}
        </DeskLink>
      )}
      {act === 'publishTerms' && (
        <DeskLink to="/notices?view=terms">The draft, with all of its text</DeskLink>
      )}
      <ProposalFacts proposal={proposal} />
    </Card>
  )
}
