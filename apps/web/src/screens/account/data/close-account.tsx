import { closeAccount } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { saidNo } from '../../../api/confirm.ts'
import { refetchMoney } from '../../../api/queries.ts'
import { failureMessage } from '../../../forms/failure-message.ts'
import { useWorthText } from '../../../forms/worth.tsx'
import { logOut, noteClosing, sessionLost } from '../../../shell/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { Left } from './use-left.ts'

export interface CloseAccountProps {
  left: Extract<Left, { known: true }>
  open: boolean
  onClose: () => void
}

/** The last question. Its button says what is left behind. */
export function CloseAccount({ left, open, onClose }: CloseAccountProps) {
  const navigate = useNavigate()
  const leaving = useRef(false)
  // Log out once home is on screen: done earlier, this guarded page would lead to /start.
  useEffect(() => () => void (leaving.current && logOut()), [])
  const worth = useWorthText()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  function keep() {
    setRefusal(undefined)
    onClose()
  }
  async function close() {
    setBusy(true)
    const noteRefusal = noteClosing()
    const result = await call(closeAccount)
    setBusy(false)
    if (!result.ok && result.kind === 'refused') noteRefusal(result.status)
    if (saidNo(result)) return
    if (!result.ok) {
      void refetchMoney()
      return setRefusal(failureMessage(result))
    }
    toast.success('Your account is closed')
    // The session may have been missed before this answer came.
    sessionLost.set(null)
    leaving.current = true
    void navigate('/', { replace: true })
  }

  return (
    <Sheet open={open} onClose={keep} title="Close the account?">
      <p className="mt-1.5 text-sm text-ink2">
        You can't open it again. Your mobile number and your email address can start a new account,
        without this one's history. Our books keep what was played and paid.
      </p>
      <FormError>{refusal}</FormError>
      <Button size="tall" busy={busy} onClick={() => void close()} className="mt-4">
        {left.total > 0n
          ? `Close and leave ${moneyText(left.total)} fkr${worth(left.total)} behind`
          : 'Close for good'}
      </Button>
      <div className="mt-1 text-center">
        <TextButton onClick={keep}>Keep my account</TextButton>
      </div>
    </Sheet>
  )
}
