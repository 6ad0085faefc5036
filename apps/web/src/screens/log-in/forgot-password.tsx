import { forgotPassword, validateForgotPassword } from '@pipkin/contract'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Screen } from '../../shell/screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import { EntryHead } from './entry-head.tsx'
import { EntryOutcome } from './entry-outcome.tsx'

/** Asks for a link by mail. It never says whether the address belongs to an account. */
export default function ForgotPassword() {
  const { state } = useLocation()
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, formState } = useValidatedForm(
    { email: '' },
    validateForgotPassword,
  )
  const { errors, isSubmitting } = formState

  const ask = handleSubmit(async ({ email }) => {
    const result = await call(forgotPassword, { email })
    if (result.ok) setSentTo(email)
    else toast.error(failureMessage(result))
  })

  return (
    <Screen
      rail={null}
      hero={<EntryHead title="Forgot password" text="We mail you a link to set a new one." />}
      className="px-5.5 pt-1.5 pb-6.5"
    >
      {sentTo === undefined ? (
        <form onSubmit={(event) => void ask(event)} noValidate>
          <Field
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            placeholder="Your email address"
            icon={<Mail size={20} aria-hidden />}
            error={errors.email?.message}
            {...register('email', { setValueAs: (text: string) => text.trim() })}
          />
          <Button type="submit" busy={isSubmitting} className="mt-6.5">
            Send link
          </Button>
        </form>
      ) : (
        <EntryOutcome title="Look into your mail">
          <p className="mt-2">If this address belongs to an account, a mail is on its way.</p>
          <p className="mt-0.5 font-680 break-words">{sentTo}</p>
          <p className="mt-2 text-ink2">
            Its link works once, for 30 minutes. Look into the spam folder too.
          </p>
          <ButtonLink to="/login" state={state} className="mt-6.5">
            Back to login
          </ButtonLink>
          <p className="mt-2 text-center">
            <TextButton onClick={() => setSentTo(undefined)}>Send another link</TextButton>
          </p>
        </EntryOutcome>
      )}
    </Screen>
  )
}
