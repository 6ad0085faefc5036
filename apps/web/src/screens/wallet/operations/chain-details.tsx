import { describeChain, type OpenOperation } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'
import { CopiedId } from '../copied-id.tsx'
import { useOperation } from '../use-operation.ts'

/** Where a deposit or a withdrawal is found on the chain. */
export function ChainDetails({ kind, id }: { kind: OpenOperation['kind']; id: string }) {
  const hash = useOperation(kind, id).operation?.chainHash
  const explorer = useQuery(callQuery(describeChain)).data?.explorerUrl
  if (hash === undefined) return null
  return (
    <CopiedId
      label="Chain transaction"
      id={hash}
      href={explorer ? new URL(`tx/${hash}`, `${explorer.replace(/\/$/, '')}/`).href : undefined}
    />
  )
}
