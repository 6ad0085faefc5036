import { readProof, readReceiptKey } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { CallError, callQuery } from '../../api/queries.ts'
import { loadPictures, nameInUrl } from '../../games/games.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ProofSkeleton } from './proof-skeleton.tsx'

// With the arithmetic of signatures and the games' pictures: loaded while the proof is on its way.
const loadReport = () =>
  Promise.all([import('./proof-report.tsx'), loadPictures()]).then(([report]) => report)
const ProofReport = lazy(loadReport)

/**
 * One settled round for anyone who has its link, recomputed in the browser that shows it: below
 * /fairness its proof, below /rounds the round as it went.
 */
export default function RoundProof() {
  const { pathname } = useLocation()
  const transactionId = nameInUrl({ path: pathname })
  const isReplay = pathname.startsWith('/rounds/')
  useEffect(() => {
    // Where it can't be loaded now, it is tried again when there is a proof.
    loadReport().catch(() => undefined)
  }, [])
  return (
    <Screen>
      <ScreenBar
        title={isReplay ? 'A round' : 'Fairness'}
        end={<ShieldCheck size={24} aria-hidden className="text-link" />}
      />
      <div className="flex grow flex-col px-4.5 pt-px pb-5">
        <Loaded transactionId={transactionId} isReplay={isReplay} key={transactionId} />
      </div>
    </Screen>
  )
}

function Loaded({ transactionId, isReplay }: { transactionId: string; isReplay: boolean }) {
  // A proof never changes, except that the epoch seed is added later.
  const proof = useQuery(callQuery(readProof, { transactionId }))
  const key = useQuery(callQuery(readReceiptKey))
  if (hasNoProof(proof.error))
    return (
      <EmptyState
        message="This round has no proof yet"
        hint="It is still open, or there is no such round. The proof is public as soon as its round has ended."
      />
    )
  if (!proof.data || !key.data) {
    const retry = () =>
      void Promise.all([proof, key].map(({ isError, refetch }) => isError && refetch()))
    return proof.isError || key.isError ? <ErrorState onRetry={retry} /> : <ProofSkeleton />
  }
  return (
    <Suspense fallback={<ProofSkeleton />}>
      <ProofReport
        transactionId={transactionId}
        proof={proof.data}
        keys={key.data}
        isReplay={isReplay}
      />
    </Suspense>
  )
}

const hasNoProof = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400)
