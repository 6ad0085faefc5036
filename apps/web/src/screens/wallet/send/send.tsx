import {
  feeOf,
  findReceiver,
  refusals,
  sendMoney,
  typedWholeAmount,
  validateSend,
} from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallFailure, call } from '../../../api/call.ts'
import { saidNo } from '../../../api/confirm.ts'
import { balancesQuery, refetchCalls, refetchMoney } from '../../../api/queries.ts'
import { isUnanswered, requestOnce } from '../../../api/request-once.ts'
import { useStore } from '../../../browser/listeners.ts'
import { createDrafts, useKeptForm } from '../../../forms/drafts.ts'
import { sendFailureText, sendReason } from '../../../forms/failure-texts.ts'
import { useNavigateWhileHere } from '../../../forms/use-still-here.ts'
import { useValidatedForm } from '../../../forms/use-validated-form.ts'
import { profileAsks } from '../../../shell/profile.ts'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { useSession } from '../../../shell/session.ts'
import { EmptyState } from '../../../ui/empty.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFees } from '../fees.ts'
import { ConfirmSend, type Sending } from './confirm-send.tsx'
import { type SendFields, SendForm } from './send-form.tsx'

const drafts = createDrafts<SendFields>()

export default function Send() {
  const player = useSession()
  const { noSends } = useStore(profileAsks)
  if (noSends)
    return (
      <Screen>
        <ScreenBar />
        <div className="px-4.5">
          <EmptyState message={refusals.sendNotOffered.message} />
        </div>
      </Screen>
    )
  return player && <SendOf playerId={player.id} />
}

function SendOf({ playerId }: { playerId: number }) {
  const navigate = useNavigateWhileHere()
  const balances = useQuery(balancesQuery(playerId)).data
  const fees = useFees()
  const first = drafts.read(playerId) ?? { receiver: '', amount: '' }
  const form = useValidatedForm<SendFields>(first, validateSend)
  useKeptForm(drafts, playerId, form)
  const [sending, setSending] = useState<Sending | null>(null)
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)

  function showFailure(failure: CallFailure) {
    toast.error(sendFailureText(failure))
    const message = sendReason(failure)
    if (message) form.setError('root', { message })
  }

  const ask = form.handleSubmit(async (fields) => {
    const amount = typedWholeAmount(fields.amount)
    if (amount === null) return
    const receiver = Number(fields.receiver)
    // The balance may lack only what the unanswered request has taken: its repeat says so.
    const isRepeat = isUnanswered(sendMoney, { player: playerId, receiver, amount })
    if (balances && amount > balances.deposit && !isRepeat)
      return form.setError('amount', { message: 'Insufficient balance' }, { shouldFocus: true })
    // Ids have 8 digits.
    if (fields.receiver.length !== 8) return toast.error('Invalid receiver ID')
    // Lookups are limited: the same receiver isn't looked up twice in a row.
    let name = sending?.receiver === receiver ? sending.name : undefined
    if (name === undefined) {
      const found = await call(findReceiver, { receiver })
      if (!found.ok) return showFailure(found)
      name = found.answer.name
    }
    setSending({ receiver, amount, name, share: fees.send })
    setConfirming(true)
  })

  async function send({ receiver, amount, share }: Sending) {
    setBusy(true)
    const result = await requestOnce(sendMoney, {
      player: playerId,
      receiver,
      amount,
      fee: feeOf(amount, share),
    })
    void refetchMoney()
    if (result.ok) {
      toast.success('Amount Transfer successful')
      drafts.forget(playerId)
      return navigate('/account/wallet', { replace: true })
    }
    if (result.kind === 'refused' && result.data?.code === 'feeChanged') {
      form.setError('root', { message: result.message })
      await refetchCalls('readFees')
    } else if (!saidNo(result)) showFailure(result)
    setBusy(false)
    setConfirming(false)
  }

  return (
    <Screen>
      <ScreenBar />
      <SendForm playerId={playerId} fees={fees} form={form} onSubmit={(event) => void ask(event)} />
      {sending && (
        <ConfirmSend
          sending={sending}
          open={confirming}
          busy={busy}
          onClose={() => !busy && setConfirming(false)}
          onConfirm={() => void send(sending)}
        />
      )}
    </Screen>
  )
}
