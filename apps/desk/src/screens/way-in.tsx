import { confirmTotp, enter, logIn, startTotp } from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../web/src/ui/button.tsx'
import { Card } from '../../../web/src/ui/card.tsx'
import { Field, FieldError } from '../../../web/src/ui/field.tsx'
import { QrCode } from '../../../web/src/ui/qr-code.tsx'
import { call, NotDone, useCall } from '../call.ts'
import { Loaded } from '../parts/loaded.tsx'

/** A form of the way in: what it does ends in reading anew who is logged in. */
function WayIn({
  title,
  button,
  onSend,
  children,
}: {
  title: string
  button: string
  onSend: (form: FormData) => Promise<unknown>
  children: ReactNode
}) {
  const client = useQueryClient()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await onSend(new FormData(event.currentTarget))
      await client.resetQueries()
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      setError(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="mx-auto max-w-md px-4 py-16">
      <Card className="p-6">
        <h1 className="text-h1">{title}</h1>
        <form onSubmit={(event) => void submit(event)}>
          {children}
          {error && <FieldError>{error}</FieldError>}
          <Button type="submit" busy={busy} className="mt-5">
            {button}
          </Button>
        </form>
      </Card>
    </main>
  )
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

/** By the one-time link of an invitation; its token is in the fragment, which no server sees. */
export function Enter({ token }: { token: string }) {
  return (
    <WayIn
      title="Welcome to the back office"
      button="Go on"
      onSend={async (form) => {
        await call(enter, { token, name: textOf(form, 'name'), email: textOf(form, 'email') })
        // The link is used from here on; a second visit is a log-in.
        history.replaceState(null, '', '/')
      }}
    >
      <p className="mt-2 text-ink2">
        This link is for you alone. Next you add an authenticator app, without which nobody gets in.
      </p>
      <Field label="Your name" name="name" required maxLength={60} autoComplete="name" />
      <Field
        label="E-mail"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="The address that was invited."
      />
    </WayIn>
  )
}

export function LogIn() {
  return (
    <WayIn
      title="Back office"
      button="Log in"
      onSend={(form) => call(logIn, { email: textOf(form, 'email'), code: textOf(form, 'code') })}
    >
      <Field label="E-mail" name="email" type="email" required autoComplete="username" />
      <CodeField />
    </WayIn>
  )
}

const CodeField = () => (
  <Field
    label="Code of your authenticator app"
    name="code"
    required
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={8}
  />
)

export function AddFactor() {
  const started = useCall(startTotp)
  return (
    <WayIn
      title="Add your authenticator app"
      button="Add it"
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
      <CodeField />
    </WayIn>
  )
}
