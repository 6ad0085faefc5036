import { type FrozenBy, giveSecondFactor } from '@pipkin/contract'
import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { signByPasskey, stopPasskey } from '../../api/passkeys.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import type { Entered } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { frozenBy } from './frozen-by.ts'

/** Ask for a new challenge before the last one expires after five minutes. */
const renewAfterMs = 4 * 60_000

/** Bounds the tries of a browser that picks a passkey by itself. */
const mostRefusals = 5

export interface PasskeyEntryProps {
  onEntered: (player: Entered) => void
  onFrozen: (by: FrozenBy) => void
}

/**
 * Logs in by a passkey alone. The browser offers it in the number's field; if it can't, or an
 * outage has ended the offer, this shows a button.
 */
export function PasskeyEntry(props: PasskeyEntryProps) {
  const [byButton, setByButton] = useState(false)
  const [busy, setBusy] = useState(false)
  const ends = useRef(props)
  ends.current = props
  const shown = useRef<object>(null)

  useEffect(() => {
    const self = {}
    shown.current = self
    const isShown = () => shown.current === self
    void offerWhile(isShown, ends).then((needsButton) => {
      if (isShown() && needsButton) setByButton(true)
    })
    const renewing = setInterval(() => {
      if (document.visibilityState === 'visible') stopPasskey()
    }, renewAfterMs)
    return () => {
      shown.current = null
      clearInterval(renewing)
      stopPasskey()
    }
  }, [])

  async function press() {
    setBusy(true)
    const result = await enterByPasskey(false)
    setBusy(false)
    if (result.ok) return ends.current.onEntered(result.player)
    const by = frozenBy(result.message)
    if (by) ends.current.onFrozen(by)
    else if (result.message !== undefined) toast.error(result.message)
  }

  if (!byButton) return null
  return (
    <Button look="line" busy={busy} onClick={() => void press()} className="mt-3.5">
      <Fingerprint size={20} aria-hidden />
      Log in with a passkey
    </Button>
  )
}

/**
 * Offers passkeys in the marked field while it is shown. Answers whether a button has to take the
 * offer's place: not after a no of the player or the browser.
 */
async function offerWhile(
  isShown: () => boolean,
  ends: RefObject<PasskeyEntryProps>,
): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return true
  for (let refusals = 0; refusals < mostRefusals; ) {
    const result = await enterByPasskey(true)
    if (!isShown()) return false
    if (result.ok) {
      ends.current.onEntered(result.player)
      return false
    }
    const by = frozenBy(result.message)
    if (by) {
      ends.current.onFrozen(by)
      return false
    }
    if (result.message !== undefined) {
      toast.error(result.message)
      refusals += 1
    }
    if (result.next !== 'again') return result.next === 'button'
  }
  return true
}

type Entry =
  | { readonly ok: true; readonly player: Entered }
  /** `next`: offer it again, with a new challenge, by a button, or no more. */
  | {
      readonly ok: false
      readonly next: 'again' | 'button' | 'rest'
      readonly message: string | undefined
    }

async function enterByPasskey(fromAutofill: boolean): Promise<Entry> {
  const signed = await signByPasskey('logIn', { fromAutofill })
  if (!signed.ok) {
    if (signed.kind === 'notUsed') {
      const next = signed.reason === 'AbortError' ? 'again' : 'rest'
      return { ok: false, next, message: undefined }
    }
    // Show no error for a request that the player hasn't made.
    const message = fromAutofill ? undefined : failureMessage(signed)
    return { ok: false, next: 'button', message }
  }
  const result = await call(giveSecondFactor, { assertion: signed.assertion })
  if (result.ok) return { ok: true, player: result.answer }
  const next = result.kind === 'refused' ? 'again' : 'button'
  return { ok: false, next, message: failureMessage(result) }
}
