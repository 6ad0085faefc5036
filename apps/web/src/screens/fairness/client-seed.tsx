import { isClientSeed } from '@pipkin/games'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { fixedSeed } from '../../play/client-seed.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextButton } from '../../ui/text-button.tsx'

/**
 * The seed that goes into the next bet: a fresh one each time, or the one that the player has fixed
 * in this browser.
 */
export function ClientSeed() {
  const [fixed, setFixed] = useState(() => fixedSeed.read())
  const [editing, setEditing] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The focused element has gone with the form.
    if (!editing && wasEditing.current) change.current?.focus()
    wasEditing.current = editing
  }, [editing])

  function keep(seed: string | undefined) {
    fixedSeed.write(seed)
    setFixed(seed)
    setEditing(false)
  }

  if (editing) return <SeedForm fixed={fixed} onKeep={keep} />
  return (
    <dl>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-2">
        <dt className="text-sm text-ink2">Your seed</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm font-600">
          {fixed === undefined ? (
            <span>Fresh for each bet</span>
          ) : (
            <span className="truncate">{fixed}</span>
          )}
          <TextButton
            ref={change}
            className="-mr-1"
            aria-label="Change your seed"
            onClick={() => setEditing(true)}
          >
            Change
          </TextButton>
        </dd>
      </div>
    </dl>
  )
}

function SeedForm({
  fixed,
  onKeep,
}: {
  fixed: string | undefined
  onKeep: (seed: string | undefined) => void
}) {
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function keep(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const seed = new FormData(event.currentTarget).get('seed')
    if (isClientSeed(seed)) onKeep(seed)
    else {
      setError('Use 1 to 64 of A–Z, a–z, 0–9, _ and -.')
      field.current?.focus()
    }
  }

  return (
    <form onSubmit={keep} noValidate className="pt-2.5 pb-3">
      <Field
        ref={field}
        label="Your seed"
        name="seed"
        defaultValue={fixed ?? ''}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={error}
        hint="Goes into every bet from this browser. A fresh one each time is just as fair."
        className="mt-0"
        dense
      />
      <div className="mt-3 flex gap-2.5">
        <Button look="line" size="small" className="flex-1" onClick={() => onKeep(undefined)}>
          Fresh each time
        </Button>
        <Button look="line" size="small" type="submit" className="flex-1">
          Keep this seed
        </Button>
      </div>
    </form>
  )
}
