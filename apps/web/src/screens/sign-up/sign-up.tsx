import { refusals, termsMessage, validateSignUp } from '@pipkin/contract'
import { Check, Gift, Mail, Phone, UserRound } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { CommonPasswordWarning } from '../../forms/common-password-warning.tsx'
import { resolveWith } from '../../forms/resolve-with.ts'
import { tryAgain } from '../../forms/texts.ts'
import { useCode } from '../../forms/use-code.ts'
import { useJudgedForm } from '../../forms/use-judged-form.ts'
import { useNavigateWhileHere } from '../../forms/use-navigate-while-here.ts'
import { VerifyEmail } from '../../forms/verify-email.tsx'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import {
  forgetDraft,
  keepDraft,
  readDraft,
  type SignUpDraft,
  setVerifiedEmail,
  verifiedEmail,
} from './draft.ts'

function validate(form: SignUpDraft) {
  const errors = validateSignUp(form)
  return errors.form !== undefined || form.agreed ? errors : { ...errors, agreed: termsMessage }
}

const never = () => () => undefined

export default function SignUp() {
  const navigate = useNavigateWhileHere()
  const { state } = useLocation()
  const invite = useSearchParams()[0].get('code') ?? ''
  // The page is rendered for no code in particular: what is said of one comes with the browser.
  const shownInvite = useSyncExternalStore(
    never,
    () => invite,
    () => '',
  )
  const [verifying, setVerifying] = useState(false)
  const code = useCode()
  const draft = readDraft()
  const { register, handleSubmit, watch, getValues, setValue, formState } =
    useJudgedForm<SignUpDraft>({ ...draft, code: draft.code || invite }, resolveWith(validate))
  const { errors, isSubmitting } = formState

  function verify({ email, name }: SignUpDraft) {
    setVerifying(true)
    return code.ask(email, name.trim())
  }

  const signUp = handleSubmit(async (form) => {
    if (verifiedEmail() !== form.email) return verify(form)
    const result = await call('signUp', {
      body: {
        Name: form.name.trim(),
        Mobile_No: form.mobile,
        Password: form.password,
        Email_Id: form.email,
        Invite_Code: form.code.trim(),
      },
    })
    if (result.ok) {
      forgetDraft()
      toast.success(result.message)
      return navigate('/login', { state })
    }
    const message = result.kind === 'refused' ? result.message : tryAgain
    if (message === refusals.emailNotVerified.message) {
      // The server's word on the address lapses; this browser's must not outlive it.
      setVerifiedEmail(null)
      return verify(form)
    }
    toast.error(message)
  })

  return (
    <Screen rail={null} className="px-5 pb-6">
      <div className="-mx-5">
        <ScreenBar />
      </div>
      <form onSubmit={signUp} noValidate>
        <Field
          label="Name"
          dense
          className="mt-2.75"
          autoComplete="name"
          icon={<UserRound size={19} aria-hidden />}
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label="Phone"
          dense
          className="mt-2.75"
          inputMode="numeric"
          autoComplete="tel-national"
          icon={<Phone size={19} aria-hidden />}
          error={errors.mobile?.message}
          {...register('mobile')}
        />
        <PasswordField
          label="Password"
          dense
          className="mt-2.75"
          autoComplete="new-password"
          hint="4 to 20 characters"
          error={errors.password?.message}
          {...register('password')}
        />
        <CommonPasswordWarning password={watch('password')} />
        <Field
          label="Email"
          dense
          className="mt-2.75"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          icon={<Mail size={19} aria-hidden />}
          hint="We will email you a 4-digit code."
          error={errors.email?.message}
          {...register('email', {
            onChange: (event: { target: { value: string } }) =>
              setValue('email', event.target.value.replace(/[^A-Za-z0-9._%+\-@]/g, '')),
          })}
        />
        <Field
          label={
            <>
              Referral code <span className="font-450 text-ink2">(optional)</span>
            </>
          }
          dense
          className="mt-2.75"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          icon={<Gift size={19} aria-hidden />}
          end={
            shownInvite !== '' &&
            watch('code') === shownInvite && (
              <Tag tone="win" icon={<Check size={14} aria-hidden />}>
                From your invite
              </Tag>
            )
          }
          {...register('code')}
        />
        <Checkbox
          label={
            <>
              I am 18 or over and agree to the{' '}
              <TextLink to="/account/terms-conditions" onClick={() => keepDraft(getValues())}>
                Terms and Conditions
              </TextLink>
            </>
          }
          error={errors.agreed?.message}
          {...register('agreed')}
        />
        {errors.root?.message && <FieldError>{errors.root.message}</FieldError>}
        <Button type="submit" busy={isSubmitting} className="mt-4.5">
          Sign Up
        </Button>
      </form>
      <p className="mt-4 text-center text-sm">
        Have an Account?{' '}
        <TextLink to="/login" state={state} className="-m-3 inline-block p-3">
          Login
        </TextLink>
      </p>
      <VerifyEmail
        open={verifying}
        code={code}
        email={watch('email')}
        name={watch('name').trim()}
        onClose={() => setVerifying(false)}
        onVerified={(email) => {
          setVerifiedEmail(email)
          setVerifying(false)
        }}
      />
    </Screen>
  )
}
