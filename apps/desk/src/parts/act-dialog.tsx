import { readMe } from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, type ButtonLook } from '../../../web/src/ui/button.tsx'
import { Field, FieldError } from '../../../web/src/ui/field.tsx'
import { isLoggedOut, NotDone, whyNotDone } from '../call.ts'
import type { Kept } from './kept.ts'
import { startOver, typeAgain, typedIn } from './typed.ts'

export interface Asking {
  label: string
  /** Whom or what the act is about; part of the button's name and of the dialog's title. */
  about?: string | undefined
  look?: ButtonLook
  /** The reason that the form begins with. */
  reason?: string
  fields?: ReactNode
  /**
   * The key by which what is typed is kept: forms with the same key share it. By default the act
   * and `about`.
   */
  keptAs?: string
  /** The key of a second form that gets what is typed: the row with this button may be gone. */
  keptToo?: string
}

interface Outcome {
  readonly message: string
  readonly more?: ReactNode
}

export interface Act extends Asking {
  run: (reason: string, form: FormData) => Promise<Outcome>
}

/** `Release payout: 100 fkr to 12345678`, which begins with what is on the button. */
export const titleOf = ({ label, about }: Asking): string =>
  about === undefined ? label : `${label}: ${about}`

/** Asks for a reason and the act's fields, does the act, and shows its outcome. */
export function ActDialog({
  kept,
  busy,
  onBusy,
  onClosed,
  ...act
}: Act & {
  kept: Kept
  /** Whether the act is under way. */
  busy: boolean
  onBusy: (busy: boolean) => void
  onClosed: () => void
}) {
  const name = titleOf(act)
  const { keptAs = name, keptToo = keptAs } = act
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const form = useKeptForm(kept, keptAs, keptToo)
  const { outcome, error, submit } = useRun(act.run, onBusy, form.forget)
  const show = () => {
    dialog.current?.showModal()
    focusFirst(dialog.current)
    // What the act is about stands above the fields: without room for both, it is read first.
    if (dialog.current?.scrollTop) title.current?.focus()
  }
  useEffect(show, [])
  const close = () => dialog.current?.close()
  const closed = () => {
    // Cancelled before any refusal.
    if (!error && !form.isAgain) form.forget()
    onClosed()
    // Read again only after the outcome was seen: a card that disappears would take it along. After
    // a refusal too: the page may be out of date.
    if (outcome || error) void client.invalidateQueries()
  }
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={name}
      // While the act is under way the dialog stays open, to show the outcome. Chromium asks before
      // it closes a dialog, but not each time that Escape is pressed.
      onCancel={(event) => busy && event.preventDefault()}
      onClose={busy ? show : closed}
    >
      <h2 ref={title} tabIndex={-1} className="text-h2 wrap-anywhere outline-none">
        {name}
      </h2>
      {outcome ? (
        <Done outcome={outcome} onClose={close} />
      ) : (
        <form
          ref={form.ref}
          onSubmit={(event) => void submit(event)}
          // A reload comes without warning.
          onInput={form.keep}
          // The wheel would change the number that has the focus, instead of scrolling.
          onWheel={({ target }) => {
            if (target instanceof HTMLInputElement && target.type === 'number') target.blur()
          }}
        >
          {form.isAgain && (
            <Again
              onStartOver={() => {
                form.startOver()
                focusFirst(dialog.current)
              }}
            />
          )}
          {act.fields}
          <Field
            label="Reason"
            name="reason"
            defaultValue={act.reason ?? ''}
            required
            minLength={3}
            maxLength={1_000}
            autoComplete="off"
            hint="It is kept for ever, with your name."
          />
          {error && <NotDoneYet error={error} />}
          {/* In reach however many fields there are. */}
          <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex flex-wrap justify-end gap-3 bg-surface px-5 py-4">
            <Button look="line" size="small" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button size="small" type="submit" busy={busy}>
              {act.label}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}

/** Not the button that empties a form which is filled again: it goes once it is pressed. */
const focusFirst = (dialog: HTMLDialogElement | null) =>
  dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus()

/** Does the act, once or after a refusal again. Calls `onDone` when it was done. */
function useRun(run: Act['run'], onBusy: (busy: boolean) => void, onDone: () => void) {
  const client = useQueryClient()
  const [error, setError] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onBusy(true)
    setError(undefined)
    try {
      setOutcome(await run(String(form.get('reason')), form))
      onDone()
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      // The log-in covers everything, and leads back here.
      if (isLoggedOut(error)) void client.invalidateQueries({ queryKey: [readMe.name] })
      setError(whyNotDone(error))
    } finally {
      onBusy(false)
    }
  }
  return { outcome, error, submit }
}

/** A form whose text is kept until it is forgotten, and is there when the form opens again. */
function useKeptForm(kept: Kept, keptAs: string, keptToo: string) {
  const form = useRef<HTMLFormElement>(null)
  const [isAgain, setIsAgain] = useState(() => kept.get(keptAs) !== undefined)
  useLayoutEffect(() => {
    const before = kept.get(keptAs)
    if (form.current && before) typeAgain(form.current, before)
  }, [kept, keptAs])
  const names = [keptAs, keptToo]
  const forget = () => {
    for (const name of names) kept.delete(name)
  }
  return {
    ref: form,
    /** Whether it began with what was typed before. */
    isAgain,
    keep() {
      const typed = form.current && typedIn(form.current)
      if (!typed || typed.size === 0) return forget()
      for (const name of names) kept.set(name, typed)
    },
    forget,
    startOver() {
      if (form.current) startOver(form.current)
      setIsAgain(false)
    },
  }
}

const Again = ({ onStartOver }: { onStartOver: () => void }) => (
  <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink2">
    <p role="status">What you wrote before is here again.</p>
    <Button look="line" size="small" onClick={onStartOver}>
      Start over
    </Button>
  </div>
)

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const NotDoneYet = ({ error }: { error: string }) => (
  <FieldError>
    <span ref={bringIntoView}>
      {error}{' '}
      <span className="font-500 text-ink2">
        What you wrote stays, also if you close this to look.
      </span>
    </span>
  </FieldError>
)

const focus = (element: HTMLElement | null) => element?.focus()

/**
 * The outcome. A second Enter, or one that is held down, closes it; but not where it has more to
 * say, such as an invitation's link, which is shown once.
 */
const Done = ({
  outcome: { message, more },
  onClose,
}: {
  outcome: Outcome
  onClose: () => void
}) => (
  <>
    <div {...(more && { tabIndex: -1, ref: focus })} className="outline-none">
      <p role="status" className="mt-3">
        {message}
      </p>
      {more}
    </div>
    <div className="mt-4 flex justify-end">
      <Button look="line" size="small" onClick={onClose} autoFocus={!more}>
        Close
      </Button>
    </div>
  </>
)
