import {
  addPasskey,
  askPasskey,
  confirmTotp,
  enter,
  logIn,
  logInByPasskey,
  readMe,
  startPasskey,
  startTotp,
} from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field, FieldError } from '../../../web/src/ui/field.tsx'
import { QrCode } from '../../../web/src/ui/qr-code.tsx'
import { call, NotDone, useCall } from '../call.ts'
import { DeskLink } from '../parts/desk-link.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Mark } from '../parts/mark.tsx'
import { NameField } from '../parts/name-field.tsx'
import { makePasskey, signByPasskey } from '../passkeys.ts'

type Way = 'form' | 'passkey'

/** A form of the way in, such as the log-in. After it everything is read again. */
function WayIn({
  title,
  button,
  onSend,
  children,
  asksCode = false,
  passkey,
  onDone,
}: {
  title: string
  button: string
  onSend: (form: FormData) => Promise<unknown>
  children: ReactNode
  /** Whether it ends with the code of an app, which has the focus again where it was refused. */
  asksCode?: boolean
  /** The same with a passkey. */
  passkey?: { button: string; use: () => Promise<unknown> }
  /** Called instead of reading everything again. */
  onDone?: (() => Promise<void>) | undefined
}) {
  const client = useQueryClient()
  const [error, setError] = useState<{ way: Way; message: string }>()
  const [busy, setBusy] = useState<Way>()
  const code = useRef<HTMLInputElement>(null)
  const ofCode = asksCode && error?.way === 'form'
  async function go(way: Way, work: () => Promise<unknown>) {
    setBusy(way)
    setError(undefined)
    try {
      await work()
      await (onDone ? onDone() : client.resetQueries())
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      setError({ way, message: error.message })
      if (way === 'form') code.current?.focus()
    } finally {
      setBusy(undefined)
    }
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void go('form', () => onSend(form))
  }
  return (
    <main tabIndex={-1} className="mx-auto max-w-md px-4 py-16 outline-none">
      <Card className="p-6">
        <Mark size={56} />
        <Heading name={title} className="mt-2.5" />
        {passkey && (
          <>
            <Button
              busy={busy === 'passkey'}
              onClick={() => void go('passkey', passkey.use)}
              className="mt-5"
            >
              {passkey.button}
            </Button>
            <p className="mt-5 text-ink2">Or by an authenticator app:</p>
          </>
        )}
        <form onSubmit={submit}>
          {children}
          {asksCode && (
            <Field
              ref={code}
              label="Code of your authenticator app"
              name="code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
              error={ofCode ? error.message : undefined}
            />
          )}
          {error && !ofCode && <FieldError>{error.message}</FieldError>}
          <Button
            type="submit"
            look={passkey ? 'line' : undefined}
            busy={busy === 'form'}
            className="mt-5"
          >
            {button}
          </Button>
        </form>
      </Card>
    </main>
  )
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

/** Entry by an invitation's one-time link; its token is in the fragment, which no server sees. */
export function Enter({ token, loggedIn }: { token: string; loggedIn: string | undefined }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <WayIn
      title="Welcome to the back office"
      button="Go on"
      onSend={(form) => {
        const code = textOf(form, 'code')
        return call(enter, {
          token,
          name: textOf(form, 'name'),
          email: textOf(form, 'email'),
          ...(code !== '' && { code }),
        })
      }}
      onDone={async () => {
        await client.resetQueries()
        // A second visit is a log-in.
        await navigate('/', { replace: true })
      }}
    >
      <p className="mt-2 text-ink2">
        This link is for you alone. Next you add a passkey or an authenticator app: without one
        there is no way in.
      </p>
      {loggedIn !== undefined && (
        <p className="mt-2 text-ink2">
          You are logged in as {loggedIn} until you go on.{' '}
          <DeskLink to="/">Stay logged in</DeskLink>
        </p>
      )}
      <NameField label="Your name" autoComplete="name" />
      <Field
        label="E-mail"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="The address that was invited."
      />
      <Field
        label="Code"
        name="code"
        autoComplete="off"
        maxLength={20}
        hint="From the other person, if two invited you; else leave it empty."
      />
    </WayIn>
  )
}

const logInWithPasskey = async () =>
  call(logInByPasskey, { assertion: await signByPasskey((await call(askPasskey)).answer) })

export function LogIn({ onDone, title = 'Back office' }: LogInProps) {
  return (
    <WayIn
      title={title}
      onDone={onDone}
      button="Log in"
      asksCode
      passkey={{ button: 'Log in with a passkey', use: logInWithPasskey }}
      onSend={(form) => call(logIn, { email: textOf(form, 'email'), code: textOf(form, 'code') })}
    >
      <Field label="E-mail" name="email" type="email" required autoComplete="username" />
    </WayIn>
  )
}

interface LogInProps {
  title?: string
  onDone?: (() => Promise<void>) | undefined
}

/**
 * The log-in after a session has ended; it covers the hidden screen. It is a dialog, since the
 * screen may have a dialog open. If another operator logs in, everything is read again.
 */
export function LogInAgain({ operator }: { operator: number }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focused = useRef<Element>(null)
  const client = useQueryClient()
  const show = () => dialog.current?.showModal()
  useLayoutEffect(() => {
    // The browser soon takes the focus from what is hidden.
    focused.current = document.activeElement
    dialog.current?.showModal()
  }, [])
  // Not before the dialog is gone: nothing behind it can have the focus.
  useEffect(
    () => () => {
      if (focused.current instanceof HTMLElement) focused.current.focus()
    },
    [],
  )
  const goOn = async () => {
    const { answer } = await call(readMe)
    await (answer.operator === operator ? client.invalidateQueries() : client.resetQueries())
  }
  return (
    <dialog ref={dialog} className="whole-page" aria-label="Log in again" onClose={show}>
      <LogIn title="Log in again" onDone={goOn} />
    </dialog>
  )
}

const addThisPasskey = async () =>
  call(addPasskey, { attestation: await makePasskey((await call(startPasskey)).answer) })

export function AddFactor() {
  const started = useCall(startTotp, undefined, 'once')
  return (
    <WayIn
      title="Add your passkey or app"
      button="Add the app"
      asksCode
      passkey={{ button: 'Add a passkey', use: addThisPasskey }}
      onSend={(form) => call(confirmTotp, { code: textOf(form, 'code') })}
    >
      <Loaded query={started}>
        {({ secret, uri }) => (
          <>
            <p className="mt-2 text-ink2">
              Scan this with your app, or type the key into it, and give its code.
            </p>
            <div className="mt-4 w-fit rounded-md bg-[#fffdf8] p-2">
              <QrCode text={uri} label="QR code for your authenticator app" size={184} />
            </div>
            <p className="mt-3 font-620 wrap-anywhere" data-testid="secret">
              {secret}
            </p>
          </>
        )}
      </Loaded>
    </WayIn>
  )
}
