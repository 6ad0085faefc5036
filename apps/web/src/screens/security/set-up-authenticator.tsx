import { type Answer, confirmTotp, type startTotp } from '@pipkin/contract'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { saidNo } from '../../api/confirm.ts'
import { refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const digits = 6

export interface SetUpAuthenticatorProps {
  open: boolean
  onClose: () => void
  started: Answer<typeof startTotp>
  /** Whether the account has an app. */
  isOn: boolean
  /** Gets the focus afterwards, since the button that opened this has gone. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Shows the app its secret, takes a code of it, and shows the recovery codes, once. */
export function SetUpAuthenticator({
  open,
  onClose,
  started,
  isOn,
  finalFocus,
}: SetUpAuthenticatorProps) {
  const input = useRef<HTMLInputElement>(null)
  const [codes, setCodes] = useState<readonly string[]>()
  const [warned, setWarned] = useState(false)
  const [kept, setKept] = useState(false)
  const [failed, setFailed] = useState(false)

  function added(recoveryCodes: readonly string[]) {
    setCodes(recoveryCodes)
    void refetchCalls('readSecurity')
  }
  // The app may be on: an answer may have been lost.
  function lookAgain() {
    setFailed(true)
    void refetchCalls('readSecurity')
  }
  // The codes are shown only once: the sheet stays until the player says that they are kept.
  const close = () => (codes ? setWarned(true) : onClose())

  return (
    <Sheet
      // The codes may come when it was closed already.
      open={open || (codes !== undefined && !kept)}
      onClose={close}
      title={codes ? 'Keep your recovery codes' : 'Set up the app'}
      initialFocus={input}
      finalFocus={codes ? finalFocus : undefined}
    >
      {codes ? (
        <RecoveryCodes
          codes={codes}
          warned={warned}
          onKept={() => {
            setWarned(false)
            setKept(true)
            onClose()
          }}
        />
      ) : isOn && failed ? (
        <WithoutCodes onClose={onClose} />
      ) : (
        <Enrol started={started} input={input} onAdded={added} onFailed={lookAgain} />
      )}
    </Sheet>
  )
}

interface EnrolProps {
  started: Answer<typeof startTotp>
  input: RefObject<HTMLInputElement | null>
  onAdded: (recoveryCodes: readonly string[]) => void
  onFailed: () => void
}

function Enrol({ started: { secret, uri }, input, onAdded, onFailed }: EnrolProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  const startOver = (message: string) => {
    setTyped('')
    setRefusal(message)
    input.current?.focus()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (typed.length < digits) return startOver('Please enter the code of your app')
    if (busy) return
    setBusy(true)
    const result = await call(confirmTotp, { code: typed })
    setBusy(false)
    if (result.ok) return onAdded(result.answer.recoveryCodes)
    if (saidNo(result)) return
    onFailed()
    startOver(failureMessage(result))
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className="mt-1.5 text-ink2">
        Scan this with an authenticator app, or type the key into it. Then enter the code that the
        app shows.
      </p>
      <div className="mx-auto mt-3.5 grid size-47 place-items-center rounded-xl bg-[#FFFDF8] lined">
        <QrCode text={uri} label="QR code for your authenticator app" size={172} />
      </div>
      <Panel className="mt-3 flex items-center gap-2 py-1.5 pr-1.5">
        <div className="min-w-0 grow">
          <div className="text-cap text-ink2">Key to type</div>
          <code className="block [font-family:inherit] text-[0.9375rem] leading-5.25 font-600 tracking-[0.04em] [overflow-wrap:anywhere]">
            {inFours(secret)}
          </code>
        </div>
        <CopyButton label="Copy the key" text={secret} copied="Key copied" size={19} />
      </Panel>
      <CodeField
        ref={input}
        label="Code of your app"
        hint="6 digits. A new one comes every 30 seconds."
        value={typed}
        length={digits}
        error={refusal}
        onChange={(next) => {
          setTyped(next)
          setRefusal(undefined)
        }}
      />
      <Button type="submit" busy={busy} className="mt-4.5">
        Continue
      </Button>
    </form>
  )
}

/** The app is on, and the answer that brought its recovery codes was lost. */
function WithoutCodes({ onClose }: { onClose: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  // The form that had the focus has gone, and this should be read.
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} className="mt-1.5 text-ink2 outline-none">
        The app is on: keep it. Its recovery codes could not be shown. For ten new ones, remove the
        app here and set it up again.
      </p>
      <Button onClick={onClose} className="mt-4.5">
        OK
      </Button>
    </>
  )
}

/** `ABCD EFGH …`: easier to type from the screen. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
