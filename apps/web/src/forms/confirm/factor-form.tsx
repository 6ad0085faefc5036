import { type ReactNode, useEffect, useState } from 'react'
import { TextButton } from '../../ui/text-button.tsx'
import { CodeForm } from './code-form.tsx'
import { MailedCode } from './mailed-code.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { type By, type FactorFormProps, knowsPasskeys, offeredFor } from './ways.ts'

const names: Readonly<Record<By, string>> = {
  passkey: 'Use a passkey',
  app: 'Use a code of your app',
  recovery: 'Use a recovery code',
  mail: 'Use a mailed code',
}

/** Takes a second factor or a mailed code. It shows one way at a time, and offers the others. */
export function FactorForm({ ways, purpose, give, first }: FactorFormProps) {
  const offered = offeredFor(ways, knowsPasskeys())
  const [chosen, choose] = useState<By>()
  useEffect(() => {
    // The button that had the focus has gone.
    if (chosen) first.current?.focus()
  }, [chosen, first])
  // The chosen way may not be offered any more.
  const by = offered.find((way) => way === chosen) ?? offered[0]
  if (by === undefined) return null
  const forms: Readonly<Record<By, ReactNode>> = {
    passkey: <PasskeyForm give={give} first={first} purpose={purpose} />,
    app: <CodeForm key="app" give={give} first={first} kind="app" />,
    recovery: <CodeForm key="recovery" give={give} first={first} kind="recovery" />,
    mail: <MailedCode give={give} first={first} />,
  }
  return (
    <>
      {ways.includes('passkey') && !knowsPasskeys() && (
        <p className="mt-3 text-ink2">
          You have a passkey, and this browser can't use one. A newer browser or another device can.
        </p>
      )}
      {forms[by]}
      {offered.length > 1 && (
        <div className="mt-1 flex flex-wrap justify-center gap-x-4">
          {offered
            .filter((way) => way !== by)
            .map((way) => (
              <TextButton key={way} onClick={() => choose(way)}>
                {names[way]}
              </TextButton>
            ))}
        </div>
      )}
      {purpose === 'logIn' && (
        <p className="mt-4 text-center text-sm text-ink2">
          Lost your phone or passkey? A recovery code lets you in. A passkey that Apple, Google or a
          password manager keeps comes back with a new device there.
        </p>
      )}
    </>
  )
}
