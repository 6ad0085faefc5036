import { describeChain, type OpenOperation, shareText } from '@pipkin/contract'
import { moneyText, subtract } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'
import { Worth } from '../../../forms/worth.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { CopiedId } from '../copied-id.tsx'
import { useOperation } from '../use-operation.ts'

/**
 * What became of a deposit or a withdrawal, and where to find it on the chain. A withdrawal also
 * shows its fee, what arrived, and at which address.
 */
export function ChainDetails({ kind, id }: { kind: OpenOperation['kind']; id: string }) {
  const operation = useOperation(kind, id).operation
  const explorer = useQuery(callQuery(describeChain)).data?.explorerUrl
  if (!operation) return null
  const { state, chainHash: hash, fee, feeShare, address, amount } = operation
  const isPaid = state === 'confirmed'
  const site = explorer && `${explorer.replace(/\/$/, '')}/`
  return (
    <>
      {fee !== undefined && state !== 'refunded' && (
        <>
          <KeyValue
            label={feeShare === undefined ? 'Fee' : `Fee, ${shareText(feeShare)}`}
            className="min-h-8.5"
          >
            {moneyText(fee)} fkr
            <Worth of={fee} />
          </KeyValue>
          <KeyValue label={isPaid ? 'Arrived' : 'Arrives'} className="min-h-8.5">
            {moneyText(subtract(amount, fee))} fkr
            <Worth of={subtract(amount, fee)} />
          </KeyValue>
        </>
      )}
      {address !== undefined && <CopiedId label="To wallet" id={address} />}
      {hash !== undefined && (
        <CopiedId
          label="Chain transaction"
          id={hash}
          href={site ? new URL(`tx/${hash}`, site).href : undefined}
        />
      )}
    </>
  )
}
