import { validateInternalTransfer } from '@pipkin/contract'
import { resolveWith } from '../../../forms/resolve-with.ts'
import { useJudgedForm } from '../../../forms/use-judged-form.ts'
import { useNavigateWhileHere } from '../../../forms/use-navigate-while-here.ts'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { useSession } from '../../../shell/session.ts'
import { toast } from '../../../ui/toasts.ts'
import { internalFailureText } from '../failure-texts.ts'
import { readMoneyAgain } from '../read-again.ts'
import { requestOnce } from '../request-once.ts'
import { InternalForm } from './internal-form.tsx'
import { type InternalFields, moveOf } from './move-of.ts'

export default function Internal() {
  const player = useSession()
  return player && <InternalOf playerId={player.id} />
}

function InternalOf({ playerId }: { playerId: number }) {
  const navigate = useNavigateWhileHere()
  const form = useJudgedForm<InternalFields>(
    { wallet: '', amount: '' },
    resolveWith<InternalFields>(validateInternalTransfer),
  )

  const move = form.handleSubmit(async (fields) => {
    const body = moveOf(playerId, fields)
    if (body === null) return
    const result = await requestOnce('internalTransfer', body)
    void readMoneyAgain()
    if (!result.ok) return toast.error(internalFailureText(result))
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
