import { freezeAccount, refusals } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Screen } from '../../shell/screen.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryOutcome } from './entry-outcome.tsx'
import { type UsedLink, useMailedLink } from './use-mailed-link.ts'

/**
 * Where "This wasn't me" of a security mail leads. Mail scanners open links, so only the button
 * freezes the account.
 */
export default function NotMe() {
  const { token, state, mayBeDone, take } = useMailedLink()
  return (
    <Screen
      rail={null}
      hero={
        <EntryHead title="This wasn't me" text="Freeze your account, then make it yours again." />
      }
      className="px-5.5 pt-1.5 pb-6.5"
    >
      {state === 'asking' && <Freeze token={token} onUsed={take} />}
      {state === 'over' && (
        <EntryOutcome title={refusals.linkOver.message}>
          {mayBeDone && (
            <p className="mt-2">
              Your last try got no answer. It may have frozen the account: set a new password to
              open it again.
            </p>
          )}
          <p className="mt-2 text-ink2">
            A link works once, for 7 days, until the password is reset. If you fear that another
            person is in your account, set a new password: it logs out every device. If a passkey or
            an app that isn't yours is asked for then, freeze the account by the link in our mail
            about that new password: it removes those of the last 7 days.
          </p>
          <NextStep />
        </EntryOutcome>
      )}
      {state === 'done' && (
        <EntryOutcome title="Your account is frozen.">
          <p className="mt-2 text-ink2">
            Every device is logged out, and passkeys and apps that were added in the last 7 days are
            removed. No bet is placed and no money leaves until you set a new password. Deposits on
            their way still arrive.
          </p>
          <NextStep />
        </EntryOutcome>
      )}
    </Screen>
  )
}

const NextStep = () => (
  <ButtonLink to="/forgot-password" className="mt-6.5">
    Set a new password
  </ButtonLink>
)

interface FreezeProps {
  token: string
  onUsed: (result: UsedLink) => Promise<void>
}

function Freeze({ token, onUsed }: FreezeProps) {
  const [busy, setBusy] = useState(false)

  async function freeze() {
    setBusy(true)
    const result = await call(freezeAccount, { token })
    setBusy(false)
    await onUsed(result)
  }

  return (
    <section className="pt-4">
      <h2 className="text-h2">Freeze your account?</h2>
      <p className="mt-2 text-ink2">
        Do it if the mail is about something that you didn't do. If you did it, close this page.
      </p>
      <Panel className="mt-4">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          <li>Every device is logged out.</li>
          <li>No bet is placed and no money leaves your account.</li>
          <li>Passkeys, apps and recovery codes of the last 7 days are removed.</li>
          <li>
            You open it again with a new password, by a link to your mail, and with an older second
            factor where you have one.
          </li>
        </ul>
      </Panel>
      <Button busy={busy} onClick={() => void freeze()} className="mt-6.5">
        Freeze my account
      </Button>
    </section>
  )
}
