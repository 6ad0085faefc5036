import { Fingerprint } from 'lucide-react'
import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { saidNo } from '../../api/confirm.ts'
import { createPasskey, type NotUsed, usePasskeyForm } from '../../api/passkeys.ts'
import { refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useStillHere } from '../../forms/use-still-here.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toasts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const added = 'Passkey added'

/** Names a passkey and has the browser make it. */
export function AddPasskey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [warned, setWarned] = useState(false)
  const isHere = useStillHere()

  function leave() {
    toast.success(added)
    setCodes([])
    setWarned(false)
    onClose()
  }
  // The codes are shown only once: the sheet stays until the player says that they are kept.
  const hasCodes = codes.length > 0
  return (
    <Sheet
      // The codes may come when it was closed already.
      open={open || hasCodes}
      onClose={() => (hasCodes ? setWarned(true) : onClose())}
      title={hasCodes ? 'Keep your recovery codes' : 'Add a passkey'}
      above={
        <IconTile tint="sky" size="xl">
          <Fingerprint size={27} />
        </IconTile>
      }
      initialFocus={input}
    >
      {hasCodes ? (
        <RecoveryCodes codes={codes} warned={warned} onKept={leave} />
      ) : (
        <NameForm
          input={input}
          onAdded={(given) => (given.length > 0 && isHere() ? setCodes(given) : leave())}
        />
      )}
    </Sheet>
  )
}

function NameForm({
  input,
  onAdded,
}: {
  input: RefObject<HTMLInputElement | null>
  /** With the recovery codes of a first factor. */
  onAdded: (recoveryCodes: readonly string[]) => void
}) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const shown = usePasskeyForm()

  async function add(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    const result = await createPasskey(input.current?.value.trim() ?? '')
    if (result.ok) {
      await refetchCalls('readSecurity')
      const { recoveryCodes } = result.answer
      if (shown.current || recoveryCodes.length > 0) onAdded(recoveryCodes)
      else toast.success(added)
    } else if (!saidNo(result)) {
      // It may be added: an answer may have been lost.
      void refetchCalls('readSecurity')
      setRefusal(result.kind === 'notUsed' ? notMadeText(result) : failureMessage(result))
    }
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void add(event)} noValidate>
      <p className="mt-1.5 text-ink2">
        Your device asks for your fingerprint, your face or its PIN, and keeps the passkey.
      </p>
      <Field
        ref={input}
        className="mt-4.5"
        label="Name (optional)"
        hint="Your list of passkeys shows it."
        placeholder="My phone"
        maxLength={60}
        autoComplete="off"
      />
      {refusal !== undefined && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy} className="mt-4.5">
        Continue
      </Button>
    </form>
  )
}

const notMadeText = ({ reason }: NotUsed): string =>
  reason === 'InvalidStateError'
    ? 'This device has a passkey of yours already.'
    : 'No passkey was added. Please try again.'
