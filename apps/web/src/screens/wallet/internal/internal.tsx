import { moveToDeposit, validateInternalTransfer } from '@pipkin/contract'
import { refetchMoney } from '../../../api/queries.ts'
import { requestOnce } from '../../../api/request-once.ts'
import { createDrafts, useKeptForm } from '../../../forms/drafts.ts'
import { internalFailureText, internalReason } from '../../../forms/failure-texts.ts'
import { useNavigateWhileHere } from '../../../forms/use-still-here.ts'
import { useValidatedForm } from '../../../forms/use-validated-form.ts'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { useSession } from '../../../shell/session.ts'
import { toast } from '../../../ui/toasts.ts'
import { InternalForm } from './internal-form.tsx'
import { type InternalFields, moveOf } from './move-of.ts'

const drafts = createDrafts<InternalFields>()

export default function Internal() {
  const player = useSession()
  return player && <InternalOf playerId={player.id} />
}

function InternalOf({ playerId }: { playerId: number }) {
  const navigate = useNavigateWhileHere()
  const first = drafts.read(playerId) ?? { wallet: '', amount: '', all: '' }
  const form = useValidatedForm<InternalFields>(first, validateInternalTransfer)
  useKeptForm(drafts, playerId, form)

  const move = form.handleSubmit(async (fields) => {
    const input = moveOf(playerId, fields)
    if (input === null) return
    const result = await requestOnce(moveToDeposit, input)
    void refetchMoney()
    if (!result.ok) {
      const message = internalReason(result)
      if (message) form.setError('root', { message })
      return toast.error(internalFailureText(result))
    }
    drafts.forget(playerId)
    toast.success('Amount Transfer successful')
    navigate('/account/wallet', { replace: true })
  })

  return (
    <Screen>
      <ScreenBar />
      <InternalForm playerId={playerId} form={form} onSubmit={(event) => void move(event)} />
    </Screen>
  )
}
