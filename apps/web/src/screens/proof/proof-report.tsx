import { isProof, verifyProof } from '@pipkin/games/verify'
import { useMemo } from 'react'
import { CheckList } from './check-list.tsx'
import { checksOf } from './checks.ts'
import { RoundSummary } from './round-summary.tsx'
import { TakeAway } from './take-away.tsx'
import { trustBy } from './trust-by.ts'
import { VerdictBanner } from './verdict-banner.tsx'
import { roundVerdict } from './verdict-in-words.ts'

/** A proof, which may be anything, with the verdict of this browser on every part of it. */
export default function ProofReport({
  transactionId,
  proof,
  keys,
}: {
  transactionId: string
  proof: unknown
  keys: { publicKey: string; older: readonly string[] }
}) {
  const verdict = useMemo(() => verifyProof(proof, trustBy(keys)), [proof, keys])
  return (
    <>
      <VerdictBanner {...roundVerdict(verdict)} />
      {isProof(proof) && <RoundSummary proof={proof} verdict={verdict} />}
      <CheckList checks={checksOf(proof, verdict)} />
      <TakeAway proof={proof} name={`pipkin-proof-${transactionId}.json`} />
    </>
  )
}
