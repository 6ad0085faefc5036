import { refusals, signUp, termsMessage, validateSignUp } from '@pipkin/contract'
import { type BaseSyntheticEvent, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { type EmailedCode, useEmailedCode } from '../../forms/use-emailed-code.ts'
import { useNavigateWhileHere } from '../../forms/use-still-here.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import type { CodeFormProps } from '../../forms/verify-email.tsx'
import { toast } from '../../ui/toasts.ts'
import {
  forgetDraft,
  keepDraft,
  readDraft,
  type SignUpDraft,
  useDraftUntilElsewhere,
  verifiedEmail,
} from './draft.ts'

export interface SignUp {
  readonly form: UseFormReturn<SignUpDraft>
  readonly submit: (event?: BaseSyntheticEvent) => Promise<void>
  readonly code: EmailedCode
  /** Whether the popup for the code is open. */
  readonly verifying: boolean
  readonly stopVerifying: () => void
  readonly onVerified: CodeFormProps['onVerified']
}

/**
 * The sign-up form and its two steps: verify the email address, then create the account. The second
 * step starts by itself after a right code.
 */
export function useSignUp(invite: string): SignUp {
  const navigate = useNavigateWhileHere()
  const { state } = useLocation()
  const code = useEmailedCode()
  const [verifying, setVerifying] = useState(false)
  useDraftUntilElsewhere()
  const form = useValidatedForm(readDraft(invite), validate)
  const { watch, getValues } = form
  useEffect(() => {
    const { unsubscribe } = watch(() => keepDraft(getValues(), invite))
    return unsubscribe
  }, [watch, getValues, invite])

  function verify({ email, name }: SignUpDraft) {
    setVerifying(true)
    return code.ask(email, name.trim())
  }

  const submit = form.handleSubmit(async (fields) => {
    if (verifiedEmail.read() !== fields.email) return verify(fields)
    const { name, mobile, password, email, code: inviteCode } = fields
    const result = await call(signUp, {
      name: name.trim(),
      mobile,
      password,
      email,
      inviteCode: inviteCode.trim(),
    })
    if (result.ok) {
      forgetDraft()
      toast.success(result.message)
      return navigate('/login', { state })
    }
    const message = failureMessage(result)
    if (message === refusals.emailNotVerified.message) {
      // The server's verification has expired; this browser's must not outlive it.
      verifiedEmail.set(null)
      return verify(fields)
    }
    toast.error(message)
  })

  return {
    form,
    submit,
    code,
    verifying,
    stopVerifying: () => setVerifying(false),
    onVerified(email, isOpen) {
      verifiedEmail.set(email)
      if (!isOpen) return
      setVerifying(false)
      void submit()
    },
  }
}

function validate(form: SignUpDraft) {
  const errors = validateSignUp(form)
  return errors.form !== undefined || form.agreed ? errors : { ...errors, agreed: termsMessage }
}
