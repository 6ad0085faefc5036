import { requestWithdrawal } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { saidNo } from '../../../api/confirm.ts'
import { refetchCalls, refetchMoney } from '../../../api/queries.ts'
import { requestOnce } from '../../../api/request-once.ts'
import { createDrafts, useKeptForm } from '../../../forms/drafts.ts'
import type { FundingMove } from '../../../forms/funding-move.ts'
import { useNavigateWhileHere } from '../../../forms/use-still-here.ts'
import { Worth } from '../../../forms/worth.tsx'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { useSession } from '../../../shell/session.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type PaymentForm, usePaymentForm } from '../payment-form.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

const drafts = createDrafts<PaymentForm>()

export default function Withdraw() {
  const player = useSession()
  return player && <WithdrawOf playerId={player.id} />
}

/** The form; while it is sent, a busy view in its place. */
function WithdrawOf({ playerId }: { playerId: number }) {
  const navigate = useNavigateWhileHere()
  const form = usePaymentForm(drafts.read(playerId))
  useKeptForm(drafts, playerId, form)
  const [sending, setSending] = useState<Money | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const [changed, setChanged] = useState(false)
  // Kept here: the form goes while it is sent.
  const [moved, setMoved] = useState<FundingMove | null>(null)

  async function send(amount: Money, seen: { address: string; fee: Money }) {
    setRefusal(undefined)
    setSending(amount)
    const result = await requestOnce(requestWithdrawal, { player: playerId, amount, ...seen })
    void refetchMoney()
    if (result.ok) {
      drafts.forget(playerId)
      toast.success('Amount withdrawal successfully')
      return navigate('/account/wallet', { replace: true })
    }
    if (!saidNo(result)) toast.error('Some error occured')
    if (result.kind === 'refused' && !saidNo(result)) {
      const isChanged = result.data?.code === 'addressChanged'
      // The form comes back with the wallet that is paid now.
      if (isChanged) await refetchCalls('describeChain')
      if (result.data?.code === 'feeChanged') await refetchCalls('readFees')
      setChanged(isChanged)
      setRefusal(result.message)
    }
    // The form is there again, but the focus has gone with the busy view.
    flushSync(() => setSending(null))
    form.setFocus('amount')
  }

  if (sending !== null) return <Sending amount={sending} />
  return (
    <WithdrawForm
      playerId={playerId}
      form={form}
      refusal={refusal}
      moved={moved}
      onMoved={setMoved}
      changed={changed}
      onSend={(amount, seen) => void send(amount, seen)}
    />
  )
}

const Sending = ({ amount }: { amount: Money }) => (
  <Screen>
    <ScreenBar />
    <div
      role="status"
      className="flex grow flex-col items-center justify-center gap-3 px-8 pb-24 text-center"
    >
      <span className="text-link">
        <Spinner size={40} />
      </span>
      <p className="text-h2">
        Withdrawing {moneyText(amount)} fkr
        <Worth of={amount} />
      </p>
      <p className="text-ink2">This takes a moment.</p>
    </div>
  </Screen>
)
