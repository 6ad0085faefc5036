import { isProof, verifyProof } from '@pipkin/games/verify'
import { useMemo } from 'react'
import { TextLink } from '../../ui/text-button.tsx'
import { CheckList } from './check-list.tsx'
import { checksOf } from './checks.ts'
import { RoundReplay } from './round-replay.tsx'
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
  isReplay,
}: {
  transactionId: string
  proof: unknown
  keys: { publicKey: string; older: readonly string[] }
  /** Shows the round as it went, in place of each check. */
  isReplay: boolean
}) {
  const verdict = useMemo(() => verifyProof(proof, trustBy(keys)), [proof, keys])
  return (
    <>
      <VerdictBanner {...roundVerdict(verdict)} />
      {isReplay && isProof(proof) && <RoundReplay proof={proof} verdict={verdict} />}
      {isProof(proof) && <RoundSummary proof={proof} verdict={verdict} />}
      {!isReplay && <CheckList checks={checksOf(proof, verdict)} />}
      <p className="mt-1 text-center">
        <TextLink
          to={`/${isReplay ? 'fairness' : 'rounds'}/${transactionId}`}
          className="inline-block py-3 text-sm"
        >
          {isReplay ? 'Every check of its proof' : 'See the round as it went'}
        </TextLink>
      </p>
      <TakeAway proof={proof} name={`pipkin-proof-${transactionId}.json`} />
    </>
  )
}
