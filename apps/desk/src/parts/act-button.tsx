import type { Answer, Call } from '@pipkin/contract'
import { type ActName, actNames } from '@pipkin/contract/desk'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { call } from '../call.ts'
import { type Act, ActDialog, type Asking, titleOf } from './act-dialog.tsx'
import { forgetKept, type Kept as KeptForms, keptOf } from './kept.ts'
import type { Typed } from './typed.ts'

/** A call that is an act: its input has a reason. */
type ActCall = Call & { readonly name: ActName; readonly answer: NonNullable<Call['answer']> }

/**
 * A button with the name of an act. It asks for a reason, does the act, and shows its outcome.
 * `inputOf` makes the call's input from the reason and the form's other fields (`fields`).
 */
export const ActButton = <C extends ActCall>({
  act,
  label = actNames[act.name],
  id,
  inputOf,
  after,
  ...button
}: Omit<Asking, 'label'> & {
  act: C
  /** A longer label, where the act's name alone says too little. */
  label?: string
  /** The id of what it is about, where several things may have the same `about`. */
  id?: string
  inputOf: (reason: string, form: FormData) => Parameters<typeof call<C>>[1]
  /** What to show of the answer, beside the message. */
  after?: (answer: Answer<C>) => ReactNode
}) => (
  <ReasonButton
    keptAs={`${act.name} ${id ?? button.about ?? ''}`}
    {...button}
    label={label}
    run={async (reason, form) => {
      const done = await call(act, inputOf(reason, form))
      return { message: done.message, more: after?.(done.answer) }
    }}
  />
)

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
  const [busy, setBusy] = useState(false)
  // Another screen closes it for good: Forward would bring back the form of what was done. While
  // the act is under way it comes along: its outcome may be a code that is shown once.
  if (pressed && pressed.at !== key) setPressed(busy ? { ...pressed, at: key } : undefined)
  const [kept] = useState(() => keptOf(operator))
  useEffect(() => forgetKept(operator), [operator])
  return (
    <Kept value={kept}>
      <Press value={(act) => setPressed({ act, at: key })}>
        {children}
        {pressed && (
          <ActDialog
            {...pressed.act}
            kept={kept}
            busy={busy}
            onBusy={setBusy}
            onClosed={() => setPressed(undefined)}
          />
        )}
      </Press>
    </Kept>
  )
}
