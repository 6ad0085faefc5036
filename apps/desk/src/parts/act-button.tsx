import type { Answer, Call } from '@pipkin/contract'
import { type ActName, actNames, readMe } from '@pipkin/contract/desk'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { Button, type ButtonLook } from '../../../web/src/ui/button.tsx'
import { Field, FieldError } from '../../../web/src/ui/field.tsx'
import { call, isLoggedOut, NotDone, whyNotDone } from '../call.ts'
import { forgetKept, type Kept as KeptForms, keptOf } from './kept.ts'
import { startOver, type Typed, typeAgain, typedIn } from './typed.ts'

/** A call that is an act: its input has a reason. */
type ActCall = Call & { readonly name: ActName; readonly answer: NonNullable<Call['answer']> }

/**
 * A button with the name of an act. It asks for a reason, does the act, and shows its outcome.
 * `inputOf` makes the call's input from the reason and the form's other fields (`fields`).
 */
export const ActButton = <C extends ActCall>({
  act,
  label = actNames[act.name],
  inputOf,
  after,
  ...button
}: Omit<Asking, 'label'> & {
  act: C
  /** A longer label, where the act's name alone says too little. */
  label?: string
  inputOf: (reason: string, form: FormData) => Parameters<typeof call<C>>[1]
  /** What to show of the answer, beside the message. */
  after?: (answer: Answer<C>) => ReactNode
}) => (
  <ReasonButton
    keptAs={`${act.name} ${button.about ?? ''}`}
    {...button}
    label={label}
    run={async (reason, form) => {
      const done = await call(act, inputOf(reason, form))
      return { message: done.message, more: after?.(done.answer) }
    }}
  />
)

interface Asking {
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

interface Act extends Asking {
  run: (reason: string, form: FormData) => Promise<Outcome>
}

/**
 * A button that asks for a reason, does what `run` does, and shows the outcome. The dialog keeps
 * the `run` of the moment of the press: what others change meanwhile must not turn _Pause_ into
 * _Resume_, or one draft into another, under the operator's hands.
 */
export function ReasonButton(act: Act) {
  const { label, look = 'line' } = act
  const press = use(Press)
  return (
    <Button look={look} size="small" aria-label={titleOf(act)} onClick={() => press(act)}>
      {label}
    </Button>
  )
}

const Press = createContext<(act: Act) => void>(() => undefined)

/** What the operator has typed and not done. */
const Kept = createContext<KeptForms>(new Map<string, Typed>())
export const useKept = () => use(Kept)

/**
 * Shows the dialogs of the buttons in it. A dialog isn't part of its button: a row that another
 * operator decides meanwhile disappears, and would take along what is being written about it.
 */
export function ActDialogs({ operator, children }: { operator: number; children: ReactNode }) {
  const { key } = useLocation()
  const [pressed, setPressed] = useState<{ readonly act: Act; readonly at: string }>()
  const [kept] = useState(() => keptOf(operator))
  // In a layout effect: the previous operator's dialog has gone by then, and has kept its text.
  useLayoutEffect(() => forgetKept(operator), [operator])
  useFocusInContent()
  return (
    <Kept value={kept}>
      <Press value={(act) => setPressed({ act, at: key })}>
        {children}
        {pressed?.at === key && (
          <ActDialog {...pressed.act} onClosed={() => setPressed(undefined)} />
        )}
      </Press>
    </Kept>
  )
}

/**
 * Moves the focus to the content, not to the page's beginning, when an act or a colleague has
 * removed the focused element. Looks as a dialog closes and as calls are answered.
 */
function useFocusInContent() {
  const last = useRef<Element>(null)
  const isReading = useIsFetching() > 0
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = target
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  useEffect(() => {
    const isGone = last.current?.isConnected === false
    if (isReading || !isGone || document.activeElement !== document.body) return
    last.current = null
    document.getElementById('main')?.focus({ preventScroll: true })
  })
}

/** `Release payout: 100 fkr to 12345678`, which begins with what is on the button. */
const titleOf = ({ label, about }: Asking): string =>
  about === undefined ? label : `${label}: ${about}`

function ActDialog(act: Act & { onClosed: () => void }) {
  const { label, reason = '', fields, run, onClosed } = act
  const title = titleOf(act)
  const { keptAs = title, keptToo = keptAs } = act
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const client = useQueryClient()
  const [error, setError] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const kept = useKept()
  const [isAgain, setIsAgain] = useState(() => kept.get(keptAs) !== undefined)
  /** The operator closed the dialog before any refusal: forget what was typed. */
  const isCancelled = useRef(false)
  useEffect(() => dialog.current?.showModal(), [])
  const keep = useCallback(
    (form: HTMLFormElement | null) => {
      const typed = form && typedIn(form)
      for (const name of [keptAs, keptToo])
        if (typed && typed.size > 0) kept.set(name, typed)
        else kept.delete(name)
    },
    [kept, keptAs, keptToo],
  )
  // Put back what was typed when the form opens again, unless it was sent or cancelled.
  useLayoutEffect(() => {
    const before = kept.get(keptAs)
    if (form.current && before) typeAgain(form.current, before)
    return () => keep(isCancelled.current ? null : form.current)
  }, [kept, keptAs, keep])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(undefined)
    try {
      setOutcome(await run(String(form.get('reason')), form))
      keep(null)
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      // The log-in covers everything, and leads back here.
      if (isLoggedOut(error)) void client.invalidateQueries({ queryKey: [readMe.name] })
      setError(whyNotDone(error))
    } finally {
      setBusy(false)
    }
  }
  const close = () => dialog.current?.close()
  const clear = () => {
    if (form.current) startOver(form.current)
    setIsAgain(false)
  }
  // Read again only after the outcome was seen: a card that disappears would take it along.
  const closed = () => {
    isCancelled.current = !error && !isAgain
    onClosed()
    // It may have been refused because the page is out of date.
    if (outcome || error) void client.invalidateQueries()
  }
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onClose={closed}
      // While the act is under way the dialog stays open, to show the outcome.
      onCancel={(event) => busy && event.preventDefault()}
    >
      <h2 className="text-h2">{title}</h2>
      {outcome ? (
        <>
          <p role="status" className="mt-3">
            {outcome.message}
          </p>
          {outcome.more}
          <div className="mt-4 flex justify-end">
            <Button look="line" size="small" onClick={close} autoFocus>
              Close
            </Button>
          </div>
        </>
      ) : (
        <form
          ref={form}
          onSubmit={(event) => void submit(event)}
          // A reload comes without warning.
          onInput={({ currentTarget }) => keep(currentTarget)}
        >
          {isAgain && (
            <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink2">
              <p role="status">What you wrote before is here again.</p>
              <Button look="line" size="small" onClick={clear}>
                Start over
              </Button>
            </div>
          )}
          {fields}
          <Field
            label="Reason"
            name="reason"
            defaultValue={reason}
            required
            minLength={3}
            maxLength={1_000}
            autoComplete="off"
            hint="It is kept for ever, with your name."
          />
          {/* In reach however many fields there are. */}
          <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 bg-surface px-5 py-4">
            {error && (
              <FieldError>
                <span>
                  {error}{' '}
                  <span className="font-500 text-ink2">
                    What you wrote stays, also if you close this to look.
                  </span>
                </span>
              </FieldError>
            )}
            <div className="flex justify-end gap-3">
              <Button look="line" size="small" onClick={close} disabled={busy}>
                Cancel
              </Button>
              <Button size="small" type="submit" busy={busy}>
                {label}
              </Button>
            </div>
          </div>
        </form>
      )}
    </dialog>
  )
}
