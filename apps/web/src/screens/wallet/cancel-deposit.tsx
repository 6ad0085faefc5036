import { cancelDeposit } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'

export interface CancelDepositProps {
  id: string
  label: string
  onCancelled: () => void
}

/** Takes back a deposit that waits. Its refusal says that it goes on: then that is shown. */
export function CancelDeposit({ id, label, onCancelled }: CancelDepositProps) {
  const [busy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    const result = await call(cancelDeposit, { transactionId: id })
    if (result.ok) toast.success('Deposit cancelled')
    else toast.error(failureMessage(result))
    await refetchCalls('readDeposit', 'listOpenOperations')
    setBusy(false)
    if (result.ok) onCancelled()
  }
  return (
    <TextButton disabled={busy} onClick={() => void cancel()}>
      {label}
    </TextButton>
  )
}
