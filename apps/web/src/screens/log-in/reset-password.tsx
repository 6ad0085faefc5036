import { refusals, resetPassword, validateNewPassword } from '@pipkin/contract'
import { call } from '../../api/call.ts'
import { NewPasswordFields } from '../../forms/new-password-fields.tsx'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Screen } from '../../shell/screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryOutcome } from './entry-outcome.tsx'
import { type UsedLink, useMailedLink } from './use-mailed-link.ts'

/** Where the link of a mail about a forgotten password leads. */
export default function ResetPassword() {
  const { token, state, mayBeDone, take } = useMailedLink()
  return (
    <Screen
      rail={null}
      hero={<EntryHead title="New password" text="You set it by the link that we mailed you." />}
      className="px-5.5 pt-1.5 pb-6.5"
    >
      {state === 'asking' && <NewPassword token={token} onUsed={take} />}
      {state === 'over' && (
        <EntryOutcome title={refusals.linkOver.message}>
          {mayBeDone && (
            <p className="mt-2">
              Your last try got no answer. It may have set the new password:{' '}
              <TextLink to="/login" className="-my-2.5 inline-block py-2.5">
                try to log in with it
              </TextLink>
              .
            </p>
          )}
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
            Every device is logged out. Withdrawals and sends may wait for a while, to keep your
            money safe.
          </p>
          <ButtonLink to="/login" className="mt-6.5">
            Login
          </ButtonLink>
        </EntryOutcome>
      )}
    </Screen>
  )
}

interface NewPasswordProps {
  token: string
  onUsed: (result: UsedLink) => Promise<void>
}

function NewPassword({ token, onUsed }: NewPasswordProps) {
  const form = useValidatedForm({ password: '', repeated: '' }, validateNewPassword)

  const set = form.handleSubmit(async ({ password }) => {
    await onUsed(await call(resetPassword, { token, newPassword: password }))
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
