import { type Answer, removeTotp, startTotp } from '@pipkin/contract'
import { Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { saidNo } from '../../api/confirm.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { toast } from '../../ui/toasts.ts'
import { RemoveFactor } from './remove-factor.tsx'
import { SetUpAuthenticator } from './set-up-authenticator.tsx'

/** Fewer recovery codes than these are too few. */
export const enoughCodes = 4

export interface AuthenticatorProps {
  added: boolean
  /** How many are left. */
  recoveryCodes: number
}

/** The authenticator app: whether there is one, and how many recovery codes are left. */
export function Authenticator({ added, recoveryCodes }: AuthenticatorProps) {
  const setUp = useSetUp()
  const [removing, setRemoving] = useState(false)
  const head = useRef<HTMLDivElement>(null)

  return (
    <section aria-label="Authenticator app">
      <SectionHead ref={head} title="Authenticator app" />
      <List>
        <ListRow
          start={
            <IconTile tone={added ? 'win' : 'mute'}>
              <Smartphone size={20} />
            </IconTile>
          }
          title={added ? 'On' : 'Off'}
          note={
            added
              ? `${recoveryCodes} of 10 recovery codes left`
              : 'Asks for a code of 6 digits beside your password.'
          }
          end={
            added ? (
              <Button
                look="line"
                size="small"
                aria-label="Remove the app"
                onClick={() => setRemoving(true)}
              >
                Remove
              </Button>
            ) : (
              <Button
                look="line"
                size="small"
                className="shrink-0 whitespace-nowrap"
                aria-label="Set up the app"
                busy={setUp.busy}
                onClick={() => void setUp.start()}
              >
                Set up
              </Button>
            )
          }
        />
      </List>
      {added && recoveryCodes < enoughCodes && (
        <p className="mt-2 px-0.5 text-sm text-pending">
          Few recovery codes are left. Remove the app and set it up again for ten new ones.
        </p>
      )}
      {setUp.started && (
        <SetUpAuthenticator
          // Another secret begins anew: this one's recovery codes are shown once.
          key={setUp.started.secret}
          open={setUp.open}
          onClose={setUp.close}
          started={setUp.started}
          isOn={added}
          finalFocus={head}
        />
      )}
      <RemoveFactor
        open={removing}
        onClose={() => setRemoving(false)}
        title="Remove the app?"
        text="Its codes stop working; the recovery codes too, if you have no passkey."
        removed="Authenticator app removed"
        remove={() => call(removeTotp)}
        finalFocus={head}
      />
    </section>
  )
}

/** Asks for a secret for an app, and opens the sheet that shows it. */
function useSetUp() {
  const [busy, setBusy] = useState(false)
  const [started, setStarted] = useState<Answer<typeof startTotp>>()
  const [open, setOpen] = useState(false)

  async function start() {
    setBusy(true)
    const result = await call(startTotp)
    setBusy(false)
    if (saidNo(result)) return
    if (!result.ok) return toast.error(failureMessage(result))
    setStarted(result.answer)
    setOpen(true)
  }
  return { busy, started, open, start, close: () => setOpen(false) }
}
