import { useLocation, useSearchParams } from 'react-router'
import { VerifyEmail } from '../../forms/verify-email.tsx'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { AgreeToTerms, PlayerFields, ReferralCodeField } from './fields.tsx'
import { useSignUp } from './use-sign-up.ts'

export default function SignUp() {
  const { state } = useLocation()
  const invite = useSearchParams()[0].get('code') ?? ''
  const { form, submit, code, verifying, stopVerifying, onVerified } = useSignUp(invite)
  const { watch, formState } = form
  const { errors, isSubmitting } = formState

  return (
    <Screen rail={null} className="px-5 pb-6">
      <div className="-mx-5">
        <ScreenBar />
      </div>
      <form method="post" onSubmit={(event) => void submit(event)} noValidate>
        <PlayerFields form={form} />
        <ReferralCodeField form={form} invite={invite} />
        <AgreeToTerms form={form} />
        <FormError>{errors.root?.message}</FormError>
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
        onClose={stopVerifying}
        onVerified={onVerified}
      />
    </Screen>
  )
}
