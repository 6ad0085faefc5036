import { type Break, takeBreak } from '@pipkin/contract'
import { Check, type LucideIcon, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { showLimits } from '../api/limits.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormError } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toasts.ts'
import { useLast } from '../ui/use-last.ts'
import { failureMessage } from './failure-message.ts'
import { breakText } from './limit-words.ts'
import { useStillHere } from './use-still-here.ts'

/** How long each break is, in words. */
export const breakLengths: Readonly<Record<Break['length'], string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '6w': '6 weeks',
  '1m': '1 month',
  '2m': '2 months',
  '3m': '3 months',
  '6m': '6 months',
  '1y': '1 year',
  '5y': '5 years',
  ever: 'For ever',
}

interface TakeBreakProps {
  /** Null while none is asked for. */
  wanted: Break | null
  onClose: () => void
}

/** Asks whether to begin a break, a self-exclusion twice, and begins it. */
export function TakeBreak({ wanted, onClose }: TakeBreakProps) {
  const shown = useLast(wanted)
  if (!shown) return null
  return (
    <Sheet
      open={wanted !== null}
      onClose={onClose}
      title={shown.kind === 'exclusion' ? 'Exclude yourself?' : 'Take a break?'}
    >
      <Question key={shown.length} wanted={shown} onClose={onClose} />
    </Sheet>
  )
}

function Question({ wanted, onClose }: { wanted: Break; onClose: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  const [sure, setSure] = useState(wanted.kind === 'timeout')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // The same for each attempt: one whose answer was lost has begun the break.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const isHere = useStillHere()
  const isForEver = wanted.length === 'ever'
  const length = isForEver ? 'ever' : breakLengths[wanted.length]

  async function begin() {
    if (!sure) {
      setAsked(true)
      return box.current?.focus()
    }
    setBusy(true)
    const result = await showLimits(call(takeBreak, wanted, { idempotencyKey }))
    setBusy(false)
    if (!result.ok) return setError(failureMessage(result))
    // A player who has scrolled down to the button doesn't see the sheet's head.
    if (result.answer.break) toast.success(breakText(result.answer.break))
    // The sheet of another break may be open by now.
    if (isHere()) onClose()
  }

  return (
    <>
      <p className="mt-1.5 text-ink2">
        It begins at once, lasts {isForEver && 'for '}
        {length} and can't be made shorter.
      </p>
      <Panel className="mt-3 grid gap-3">
        <Rules title="Until it ends you can't" icon={X} rules={forbidden} />
        <Rules title="You still can" icon={Check} rules={allowed} />
      </Panel>
      {wanted.kind === 'exclusion' && (
        <>
          {!isForEver && (
            <p className="mt-3 text-sm text-ink2">
              It doesn't end by itself: after {length}, write to us, and it ends a day after our
              answer.
            </p>
          )}
          <Checkbox
            ref={box}
            label={`I want to be excluded for ${length}`}
            checked={sure}
            onChange={({ target }) => setSure(target.checked)}
            error={asked && !sure ? 'Please confirm it here first' : undefined}
          />
        </>
      )}
      <FormError>{error}</FormError>
      <Button size="tall" className="mt-4" busy={busy} onClick={() => void begin()}>
        {wanted.kind === 'exclusion' ? `Exclude me for ${length}` : `Stop for ${length}`}
      </Button>
      <Button look="line" className="mt-2.5" onClick={onClose}>
        Cancel
      </Button>
    </>
  )
}

const forbidden = ['bet, deposit or send', 'be rewarded: rewards wait']
const allowed = ['finish an open round', 'move your money and withdraw it']

interface RulesProps {
  title: string
  icon: LucideIcon
  rules: readonly string[]
}

const Rules = ({ title, icon: Icon, rules }: RulesProps) => (
  <div>
    <h3 className="text-row">{title}</h3>
    <ul className="mt-1 grid gap-1 text-sm">
      {rules.map((rule) => (
        <li key={rule} className="flex items-center gap-2">
          <Icon size={18} aria-hidden className="shrink-0 text-ink2" />
          {rule}
        </li>
      ))}
    </ul>
  </div>
)
