import { changePassword, validateNewPassword } from '@pipkin/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { saidNo } from '../../api/confirm.ts'
import { NewPasswordFields } from '../../forms/new-password-fields.tsx'
import { useNavigateWhileHere } from '../../forms/use-still-here.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { toast } from '../../ui/toasts.ts'

const changed = 'Your password has been updated.'
const notChanged = 'Failed to change password. Please try again.'

export default function ChangePassword() {
  const player = useSession()
  return player && <NewPassword player={player} />
}

function NewPassword({ player }: { player: Session }) {
  const navigate = useNavigateWhileHere()
  const form = useValidatedForm({ password: '', repeated: '' }, validateNewPassword)
  // If it was set, the server takes the session's old token for a minute, and no change by it.
  const [mayBeDone, setMayBeDone] = useState(false)

  const change = form.handleSubmit(async ({ password }) => {
    const result = await call(changePassword, { player: player.id, newPassword: password })
    if (result.ok) {
      toast.success(changed)
      return navigate('/')
    }
    if (saidNo(result)) return
    if (result.kind !== 'refused') setMayBeDone(true)
    toast.error(notChanged)
  })

  return (
    <Screen className="pb-6">
      <ScreenBar />
      <form
        method="post"
        onSubmit={(event) => void change(event)}
        noValidate
        className="flex grow flex-col px-4.5"
      >
        {/* Password managers keep the new password with it. */}
        <input hidden readOnly autoComplete="username" value={player.mobile} />
        <p className="px-0.5 text-ink2">Changing it logs you out everywhere else.</p>
        <NewPasswordFields {...form} />
        {mayBeDone && (
          <p role="status" className="mt-4.5 px-0.5 text-sm">
            A try got no answer and may have set the new password. If you are logged out, log in
            with it.
          </p>
        )}
        <Card className="mt-5.5 flex items-center gap-3 px-3.5 py-3">
          <IconTile tone="info">
            <ShieldCheck size={20} />
          </IconTile>
          <p className="grow text-sm">We may ask you to confirm that it is you, right here.</p>
        </Card>
        <div className="mt-auto pt-6">
          <Button type="submit" size="tall" busy={form.formState.isSubmitting}>
            Change Password
          </Button>
        </div>
      </form>
    </Screen>
  )
}
