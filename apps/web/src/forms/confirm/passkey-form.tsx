import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { signByPasskey, usePasskeyForm } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { failureMessage } from '../failure-message.ts'
import type { FactorFormProps } from './ways.ts'

/** Has the browser ask for a passkey: by fingerprint, face or PIN. */
export function PasskeyForm({
  give,
  first,
  purpose,
}: Pick<FactorFormProps, 'give' | 'first' | 'purpose'>) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const shown = usePasskeyForm()

  async function use() {
    setBusy(true)
    setRefusal(undefined)
    const signed = await signByPasskey(purpose)
    if (!shown.current) return
    if (signed.ok) setRefusal(await give({ assertion: signed.assertion }))
    else if (signed.kind !== 'notUsed') setRefusal(failureMessage(signed))
    else setRefusal('No passkey was used. Please try again.')
    setBusy(false)
  }

  return (
    <>
      <p className="mt-1.5 text-ink2">
        Your device asks for your fingerprint, your face or its PIN.
      </p>
      {refusal !== undefined && <FieldError>{refusal}</FieldError>}
      <Button
        ref={(element) => {
          first.current = element
        }}
        busy={busy}
        onClick={() => void use()}
        className="mt-4.5"
      >
        <Fingerprint size={20} aria-hidden />
        Use a passkey
      </Button>
    </>
  )
}
