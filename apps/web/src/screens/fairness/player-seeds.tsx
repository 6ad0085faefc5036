import { encodeInput, exportHistory, type Fairness, readFairness } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { urlOf } from '../../api/call.ts'
import { pagedQuery } from '../../api/paged-query.ts'
import { readCall } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ClientSeed } from './client-seed.tsx'
import { EndedEpochs } from './ended-epochs.tsx'
import { SealedValue } from './sealed-value.tsx'
import { useRotation } from './use-rotation.ts'

/** The player's epoch, what it is sealed with, and what goes into the next bet. */
export function PlayerSeeds({ player }: { player: number }) {
  const query = useInfiniteQuery({
    ...pagedQuery([readFairness.name, player], (cursor, signal) =>
      readCall(readFairness, { player, cursor }, signal),
    ),
    // A bet in this tab updates the next round only in the cache of its table.
    staleTime: 0,
  })
  const { data, isPending, isError, refetch } = query
  const fairness = data?.pages[0]?.fairness
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
      {isError && !fairness && <ErrorState onRetry={() => void refetch()} />}
      {fairness && <Seeds player={player} fairness={fairness} />}
      {fairness && (
        <EndedEpochs
          epochs={data.pages.flatMap((page) => page.fairness.ended.toReversed())}
          count={fairness.epoch}
          rest={{
            more: query.hasNextPage,
            loading: query.isFetchingNextPage,
            failed: query.isFetchNextPageError,
            onMore: () => void query.fetchNextPage(),
          }}
        />
      )}
    </section>
  )
}

function Seeds({ player, fairness }: { player: number; fairness: Fairness }) {
  const { rotate, busy, rotation } = useRotation(player, fairness)
  return (
    <>
      <Card className="px-3.5 py-1">
        <dl className="divide-y divide-line">
          <SealedValue label="This epoch" value={fairness.epochCommitment} />
          <SealedValue label="Next epoch" value={fairness.nextEpochCommitment} />
        </dl>
      </Card>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button look="line" size="small" className="flex-1" busy={busy} onClick={rotate}>
          {!busy && <RefreshCw size={17} aria-hidden />}
          Rotate seed
        </Button>
        <ButtonLink
          to={urlOf(exportHistory, encodeInput(exportHistory, { player, format: 'proofs' }).query)}
          download="pipkin-history.json"
          look="line"
          size="small"
          className="flex-1"
        >
          <Download size={17} aria-hidden />
          My history
        </ButtonLink>
      </div>
      <div role="status" className="text-sm">
        {rotation && (
          <p className={cx('mt-2', rotation.asAnnounced ? 'text-ink2' : 'text-loss')}>
            {rotation.text}
          </p>
        )}
      </div>

      <SectionHead title="Your next bet" className="mt-5 mb-2" />
      <Card className="divide-y divide-line px-3.5 py-1">
        <dl>
          <SealedValue label="Commitment" value={fairness.commitment} />
        </dl>
        <ClientSeed />
      </Card>
    </>
  )
}
