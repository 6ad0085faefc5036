import type { Fairness } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { fairnessQuery } from '../../api/queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { tryAgain } from '../texts.ts'
import { ClientSeed } from './client-seed.tsx'
import { EndedEpochs } from './ended-epochs.tsx'
import { NewSeed } from './new-seed.tsx'
import { SealedValue } from './sealed-value.tsx'

/** The player's epoch, what it is sealed with, and what goes into the next bet. */
export function PlayerSeeds({ player }: { player: number }) {
  const { data, isPending, isError, refetch } = useQuery(fairnessQuery(player))
  const fairness = data?.Data
  return (
    <section>
      <SectionHead
        title="Your seeds"
        className="mt-4 mb-2"
        end={
          fairness && (
            <span className="text-cap text-ink2">
              Epoch {fairness.epoch}, next round {fairness.nonce}
            </span>
          )
        }
      />
      {isPending && <ListSkeleton rows={2} />}
      {isError && <ErrorState message={tryAgain} onRetry={() => void refetch()} />}
      {fairness && <Seeds player={player} fairness={fairness} />}
    </section>
  )
}

function Seeds({ player, fairness }: { player: number; fairness: Fairness }) {
  return (
    <>
      <Card className="px-3.5 py-1">
        <dl className="divide-y divide-line">
          <SealedValue label="This epoch" value={fairness.epochCommitment} />
          <SealedValue label="Next epoch" value={fairness.nextEpochCommitment} />
        </dl>
      </Card>
      <NewSeed player={player} fairness={fairness}>
        <ButtonLink
          to={`/api/exportHistory?User_Id=${player}&format=proofs`}
          reloadDocument
          download="pipkin-history.json"
          look="line"
          size="small"
          className="flex-1"
        >
          <Download size={17} aria-hidden />
          My history
        </ButtonLink>
      </NewSeed>
      <SectionHead title="Your next bet" className="mt-5 mb-2" />
      <Card className="px-3.5 py-1">
        <dl className="divide-y divide-line">
          <SealedValue label="Commitment" value={fairness.commitment} />
        </dl>
        <ClientSeed />
      </Card>
      <EndedEpochs epochs={fairness.ended} />
    </>
  )
}
