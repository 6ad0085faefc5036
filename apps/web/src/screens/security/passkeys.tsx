import { removePasskey, type Security } from '@pipkin/contract'
import { Fingerprint, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { dayText } from '../../browser/dates.ts'
import { knowsPasskeys } from '../../forms/confirm/ways.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyRow } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RemoveFactor } from './remove-factor.tsx'

type Passkey = Security['passkeys'][number]

/** The player's passkeys: each with its name and when it was used last. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [adding, setAdding] = useState(false)
  // The sheet keeps the chosen passkey while it slides down.
  const [chosen, setChosen] = useState<Passkey>()
  const [removing, setRemoving] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  return (
    <section aria-label="Passkeys" className="first:-mt-4">
      <SectionHead ref={head} title="Passkeys" />
      <p className="-mt-1 mb-2.5 px-0.5 text-sm text-ink2">
        Log in by fingerprint, face or the PIN of your device. A passkey works on this site alone,
        so a false one can't steal it.
      </p>
      {passkeys.length === 0 ? (
        <EmptyRow message="No passkey yet" />
      ) : (
        <List label="Passkeys">
          {passkeys.map((passkey) => (
            <ListRow
              key={passkey.id}
              start={
                <IconTile tint="sky">
                  <Fingerprint size={20} />
                </IconTile>
              }
              title={<span className="[overflow-wrap:anywhere]">{passkey.name}</span>}
              note={usedText(passkey)}
              end={
                <IconButton
                  label={`Remove ${passkey.name}`}
                  className="-mr-1.5 text-ink2"
                  onClick={() => {
                    setChosen(passkey)
                    setRemoving(true)
                  }}
                >
                  <Trash2 size={19} aria-hidden />
                </IconButton>
              }
            />
          ))}
        </List>
      )}
      {knowsPasskeys() ? (
        <Button look="line" size="medium" className="mt-2.5 w-full" onClick={() => setAdding(true)}>
          <Plus size={19} aria-hidden />
          Add a passkey
        </Button>
      ) : (
        <p className="mt-2.5 px-0.5 text-sm text-ink2">This browser can't add one.</p>
      )}
      <AddPasskey open={adding} onClose={() => setAdding(false)} />
      {chosen && (
        <RemoveFactor
          open={removing}
          onClose={() => setRemoving(false)}
          title={`Remove ${chosen.name}?`}
          text="You can't log in or confirm by this passkey any more."
          removed="Passkey removed"
          remove={() => call(removePasskey, { id: chosen.id })}
          finalFocus={head}
        />
      )}
    </section>
  )
}

const usedText = ({ createdAt, lastUsedAt }: Passkey): string =>
  lastUsedAt ? `Last used ${dayText(lastUsedAt)}` : `Added ${dayText(createdAt)}, not used yet`
