import { changePassword, refusals, validateNewPassword } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { CommonPasswordWarning } from '../../forms/common-password-warning.tsx'
import { LogInAgain } from '../../forms/log-in-again.tsx'
import { useNavigateWhileHere } from '../../forms/use-still-here.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { FreshLogIn } from './fresh-log-in.tsx'

const changed = 'Your password has been updated.'
const notChanged = 'Failed to change password. Please try again.'

export default function ChangePassword() {
  const player = useSession()
  return player && <NewPassword player={player} />
}

function NewPassword({ player }: { player: Session }) {
  const navigate = useNavigateWhileHere()
  const [asking, setAsking] = useState(false)
  const { register, handleSubmit, watch, formState } = useValidatedForm(
    { password: '', repeated: '' },
    validateNewPassword,
  )
  const { errors, isSubmitting } = formState

  const change = handleSubmit(async ({ password }) => {
    const result = await call(changePassword, { player: player.id, newPassword: password })
    if (result.ok) {
      toast.success(changed)
      return navigate('/')
    }
    if (result.kind === 'refused' && result.message === refusals.loginNotFresh.message)
      setAsking(true)
    else toast.error(notChanged)
  })

  return (
    <Screen className="pb-6">
      <ScreenBar />
      <form
        onSubmit={(event) => void change(event)}
        noValidate
        className="flex grow flex-col px-4.5"
      >
        <p className="px-0.5 text-ink2">Changing it logs you out everywhere else.</p>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="4 to 20 characters"
          error={errors.password?.message}
          {...register('password')}
        />
        <CommonPasswordWarning password={watch('password')} />
        <PasswordField
          label="Confirm password"
          className="mt-4.5"
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register('repeated')}
        />
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <FreshLogIn playerId={player.id} />
        <div className="mt-auto pt-6">
          <Button type="submit" size="tall" busy={isSubmitting}>
            Change Password
          </Button>
        </div>
      </form>
      <LogInAgain
        player={player}
        open={asking}
        onClose={() => setAsking(false)}
        onLoggedIn={() => {
          setAsking(false)
          void change()
        }}
      />
    </Screen>
  )
}
