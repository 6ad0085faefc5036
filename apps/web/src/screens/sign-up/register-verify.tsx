import { useState } from 'react'
import { Screen } from '../../shell/screen.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { TextButton } from '../../ui/text-button.tsx'

/**
 * The specification's static page: boxes, Resend Code and Continue, which make no call. The sign-up
 * itself sends and checks codes.
 */
export default function RegisterVerify() {
  const [code, setCode] = useState('')
  return (
    <Screen rail={null} className="px-5 pt-6 pb-6">
      <h1 tabIndex={-1} className="text-h1">
        Verification
      </h1>
      <p className="mt-1.5 text-ink2">
        Your email is verified while you create an account. Nothing is checked here.
      </p>
      <CodeField
        label="4-digit code"
        hint="Digits are hidden while you type."
        value={code}
        onChange={setCode}
      />
      <p className="mt-1 text-center text-sm">
        <TextButton>Resend Code</TextButton>
      </p>
      <ButtonLink to="/" className="mt-3">
        Continue
      </ButtonLink>
    </Screen>
  )
}
