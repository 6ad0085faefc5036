import type { OpenOperation, Proof } from '@pipkin/contract'
import { hundredths, moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'
import { KeyValue } from '../../../ui/key-value.tsx'
import { CopiedId } from '../copied-id.tsx'
import { operationQuery } from '../operations/operation-query.ts'

const results: Readonly<Record<Proof['status'], string>> = {
  Win: 'Win',
  PartialWin: 'Partial Win',
  Tie: 'Tie',
  Loss: 'Loss',
}

/** How the round ended that a movement belongs to. Nothing while it is open: it has no proof yet. */
export function RoundResult({ id }: { id: string }) {
  const proof = useQuery(callQuery('roundProof', { query: { Transaction_Id: id } })).data?.Data
  if (!proof) return null
  return (
    <KeyValue label="Result of the round" className="min-h-8.5">
      {results[proof.status]}, returned {moneyText(hundredths(BigInt(proof.payout)))}
    </KeyValue>
  )
}

/** Where a deposit or a withdrawal is found on the chain. */
export function ChainDetails({ kind, id }: { kind: OpenOperation['kind']; id: string }) {
  const hash = useQuery(operationQuery(kind, id)).data?.Data.txHash
  const explorer = useQuery(callQuery('findWalletAdr')).data?.Data.explorerUrl
  if (hash === undefined) return null
  return (
    <CopiedId
      label="Chain transaction"
      id={hash}
      href={explorer ? new URL(`tx/${hash}`, `${explorer.replace(/\/$/, '')}/`).href : undefined}
    />
  )
}
