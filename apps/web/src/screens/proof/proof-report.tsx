import { isProof, verifyProof } from '@pipkin/games/verify'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TextLink } from '../../ui/text-button.tsx'
import { VerdictBanner } from '../../ui/verdict-banner.tsx'
import { CheckList } from './check-list.tsx'
import { checksOf } from './checks.ts'
import { LogReport } from './log-report.tsx'
import { lookInLog, partOf } from './look-in-log.ts'
import { ReplayName } from './replay-name.tsx'
import { RoundReplay } from './round-replay.tsx'
import { RoundSummary } from './round-summary.tsx'
import { TakeAway } from './take-away.tsx'
import { trustBy } from './trust-by.ts'
import { roundVerdict } from './verdict-in-words.ts'

/** A proof, which may be anything, with the verdict of this browser on every part of it. */
export default function ProofReport({
  transactionId,
  proof,
  keys,
  isReplay,
}: {
  transactionId: string
  proof: unknown
  keys: { publicKey: string; older: readonly string[] }
  /** Shows the round as it went, in place of each check. */
  isReplay: boolean
}) {
  const verdict = useMemo(() => verifyProof(proof, trustBy(keys)), [proof, keys])
  const look = useLook(transactionId, proof)
  const log = look.data && partOf(look.data)
  return (
    <>
      <VerdictBanner {...roundVerdict(verdict)} />
      {isReplay && isProof(proof) && (
        <>
          <RoundReplay proof={proof} verdict={verdict} />
          <ReplayName transactionId={transactionId} playerId={proof.playerId} />
        </>
      )}
      {!isReplay && isProof(proof) && <RoundSummary proof={proof} verdict={verdict} />}
      {!isReplay && <CheckList checks={checksOf(proof, verdict)} />}
      {!isReplay && isProof(proof) && <LogReport look={look.isError ? 'failed' : look.data} />}
      <p className="mt-1 text-center">
        <TextLink
          to={`/${isReplay ? 'fairness' : 'rounds'}/${transactionId}`}
          className="inline-block py-3 text-sm"
        >
          {isReplay ? 'Every check of its proof' : 'See the round as it went'}
        </TextLink>
      </p>
      <TakeAway
        proof={log ? { ...Object(proof), log } : proof}
        name={`pipkin-proof-${transactionId}.json`}
      />
    </>
  )
}

/** A receipt comes into the log within seconds; a log that has stopped, or can't be read, later. */
const againMs = { waits: 3_000, old: 30_000 }

/** What the log says about the round's receipts; asked again where it doesn't say it clearly. */
const useLook = (transactionId: string, proof: unknown) =>
  useQuery({
    queryKey: ['log', transactionId],
    queryFn: () => lookInLog(isProof(proof) ? proof.receipts : []),
    enabled: isProof(proof),
    refetchInterval: ({ state }) => {
      const all = new Set(state.data?.looked.map(({ is }) => is))
      if (all.has('waits')) return againMs.waits
      return (all.has('old') || state.status === 'error') && againMs.old
    },
  })
