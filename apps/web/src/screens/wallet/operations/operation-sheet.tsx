import { describeChain, type OpenOperation, type OperationState } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'
import { dayTimeText } from '../../../browser/dates.ts'
import { useWorthText } from '../../../forms/worth.tsx'
import { Panel } from '../../../ui/card.tsx'
import { KeyValue } from '../../../ui/key-value.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { CancelDeposit } from '../cancel-deposit.tsx'
import { CopiedId } from '../copied-id.tsx'
import { useOperation, waitsFor } from '../use-operation.ts'
import { ChainDetails } from './chain-details.tsx'

export interface OperationSheetProps {
  open: boolean
  onClose: () => void
  operation: OpenOperation
}

const endings: Readonly<Partial<Record<OperationState, string>>> = {
  confirmed: 'Done',
  failed: 'Failed',
  rejected: 'Failed',
  refunded: 'Given back',
}

/** An operation on its way, in full, and how it ended. */
export function OperationSheet({ open, onClose, operation }: OperationSheetProps) {
  const { kind, amount, requestedAt, transactionId } = operation
  const status = useOperation(kind, transactionId).operation
  const confirmations = useQuery(callQuery(describeChain)).data?.confirmations
  const state = status?.state ?? operation.state
  const ending = endings[state]
  const worth = useWorthText()
  const name = kind === 'deposit' ? 'Deposit' : 'Withdraw'
  return (
    <Sheet open={open} onClose={onClose} title={`${name} ${moneyText(amount)} fkr${worth(amount)}`}>
      <Panel className="mt-3">
        <dl>
          <KeyValue label="Now" className="min-h-8.5">
            {ending ?? waitsFor[kind][state]}
          </KeyValue>
          {confirmations !== undefined && (!ending || state === 'confirmed') && (
            <KeyValue label="Confirmed" className="min-h-8.5">
              {Math.min(status?.confirmations ?? 0, confirmations)} of {confirmations}
            </KeyValue>
          )}
          <KeyValue label="Started" className="min-h-8.5">
            {dayTimeText(requestedAt)}
          </KeyValue>
        </dl>
      </Panel>
      <dl className="px-3.5 pt-2">
        <ChainDetails kind={kind} id={transactionId} />
        <CopiedId label="Transaction ID" id={transactionId} />
      </dl>
      {status?.reason !== undefined && <p className="mt-2 text-sm">{status.reason}.</p>}
      {!ending && (
        <p className="mt-2 text-sm text-ink2">
          {kind === 'deposit'
            ? 'Your Deposit balance goes up by what arrives.'
            : `If it can't be paid, all ${moneyText(amount)}${worth(amount)} come back.`}
        </p>
      )}
      {kind === 'deposit' && state === 'requested' && (
        <div className="mt-1 text-center">
          <CancelDeposit id={transactionId} label="Cancel this deposit" onCancelled={onClose} />
        </div>
      )}
    </Sheet>
  )
}
