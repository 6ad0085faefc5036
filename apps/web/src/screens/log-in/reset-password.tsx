import { refusals, resetPassword, validateNewPassword } from '@pipkin/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { NewPasswordFields } from '../../forms/new-password-fields.tsx'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Screen } from '../../shell/screen.tsx'
import { verifySession } from '../../shell/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { EntryHead } from './entry-head.tsx'
import { EntryOutcome } from './entry-outcome.tsx'

/**
 * Where a mailed link leads. The token is the address's fragment, which is sent to no server; a
 * reload keeps it.
 */
export default function ResetPassword() {
  const token = useLocation().hash.slice(1)
  const [state, setState] = useState<'asking' | 'over' | 'done'>(token ? 'asking' : 'over')
  return (
    <Screen
      rail={null}
      hero={<EntryHead title="New password" text="You set it by the link that we mailed you." />}
      className="px-5.5 pt-1.5 pb-6.5"
    >
      {state === 'asking' && <NewPassword token={token} onEnd={setState} />}
      {state === 'over' && (
        <EntryOutcome title={refusals.linkOver.message}>
          <p className="mt-2 text-ink2">
            A link works once, for 30 minutes, until the password is changed.
          </p>
          <ButtonLink to="/forgot-password" className="mt-6.5">
            Ask for a new link
          </ButtonLink>
        </EntryOutcome>
      )}
      {state === 'done' && (
        <EntryOutcome title="Your password has been updated.">
          <p className="mt-2 text-ink2">
            Every device is logged out. Withdrawals and sends may wait for a day, to keep your money
            safe.
          </p>
          <ButtonLink to="/login" className="mt-6.5">
            Login
          </ButtonLink>
        </EntryOutcome>
      )}
    </Screen>
  )
}

function NewPassword({ token, onEnd }: { token: string; onEnd: (as: 'over' | 'done') => void }) {
  const form = useValidatedForm({ password: '', repeated: '' }, validateNewPassword)

  const set = form.handleSubmit(async ({ password }) => {
    const result = await call(resetPassword, { token, newPassword: password })
    if (result.ok) {
      onEnd('done')
      // If this browser was logged in to the account, it isn't any more.
      return verifySession()
    }
    if (result.kind === 'refused' && result.message === refusals.linkOver.message) onEnd('over')
    else toast.error(failureMessage(result))
  })

  return (
    <form method="post" onSubmit={(event) => void set(event)} noValidate>
      <NewPasswordFields {...form} />
      <Button type="submit" busy={form.formState.isSubmitting} className="mt-6.5">
        Set new password
      </Button>
    </form>
  )
}
