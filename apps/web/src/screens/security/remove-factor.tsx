import { type RefObject, useState } from 'react'
import type { CallFailure } from '../../api/call.ts'
import { saidNo } from '../../api/confirm.ts'
import { refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'

export interface RemoveFactorProps {
  open: boolean
  onClose: () => void
  title: string
  /** Says what the player won't be able to do any more. */
  text: string
  /** The toast afterwards. */
  removed: string
  remove: () => Promise<{ readonly ok: true } | CallFailure>
  /** Gets the focus afterwards, since the button that opened this has gone. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks before a second factor goes. */
export function RemoveFactor(props: RemoveFactorProps) {
  const { open, onClose, title, text, removed, remove, finalFocus } = props
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [done, setDone] = useState(false)

  async function confirm() {
    setBusy(true)
    setRefusal(undefined)
    const result = await remove()
    if (result.ok) {
      setDone(true)
      await refetchCalls('readSecurity')
      toast.success(removed)
      onClose()
    } else if (!saidNo(result)) {
      // It may be gone: an answer may have been lost.
      void refetchCalls('readSecurity')
      setRefusal(failureMessage(result))
    }
    setBusy(false)
  }
  const close = () => {
    if (busy) return
    setRefusal(undefined)
    setDone(false)
    onClose()
  }

  return (
    <Sheet open={open} onClose={close} title={title} finalFocus={done ? finalFocus : undefined}>
      <p className="mt-1.5 text-ink2">
        {text} Withdrawals and sends may wait for a while, to keep your money safe.
      </p>
      {refusal !== undefined && <FieldError>{refusal}</FieldError>}
      <Button busy={busy} onClick={() => void confirm()} className="mt-4.5">
        Remove
      </Button>
      <div className="mt-1 text-center">
        <TextButton onClick={close}>Keep it</TextButton>
      </div>
    </Sheet>
  )
}
