import { confirmLimit, type Limit } from '@pipkin/contract'
import { useEffect, useReducer, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { showLimits } from '../../api/limits.ts'
import { dayTimeText } from '../../browser/dates.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useWorthText, Worth } from '../../forms/worth.tsx'
import { Button } from '../../ui/button.tsx'
import { PartBar } from '../../ui/part-bar.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import {
  fkrText,
  limitTitle,
  pendingText,
  type Slot,
  slotTitle,
  usedPart,
  usedText,
} from './limit-texts.ts'

/** The used part from which a limit is highlighted. */
const much = 0.8

interface LimitRowProps {
  slot: Slot
  limit: Limit | undefined
  onChange: () => void
}

/** A limit: its amount, what is used of it, and a raise that waits. */
export function LimitRow({ slot, limit, onChange }: LimitRowProps) {
  const worth = useWorthText()
  const used = limit && usedText(limit, worth)
  const part = limit && usedPart(limit)
  const change = useRef<HTMLButtonElement>(null)
  return (
    <li className="px-3.5 py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="text-row">{slotTitle(slot)}</span>
        <span className="ml-auto flex items-center gap-3">
          <span className={limit ? 'font-680' : 'text-ink2'}>
            {limit ? fkrText(limit.amount) : 'No limit'}
            {limit && <Worth of={limit.amount} />}
          </span>
          <TextButton
            ref={change}
            className="min-w-11 justify-end"
            aria-label={`${limit ? 'Change' : 'Set'} the limit: ${limitTitle(slot)}`}
            onClick={onChange}
          >
            {limit ? 'Change' : 'Set'}
          </TextButton>
        </span>
      </div>
      {part != null && <PartBar part={part} fill={part < much ? 'bg-ink2' : 'bg-pending'} />}
      {used && <p className="mt-1.5 pb-1.5 text-sm text-ink2">{used}</p>}
      {limit?.pending && (
        <Pending slot={slot} pending={limit.pending} onConfirmed={() => change.current?.focus()} />
      )}
    </li>
  )
}

/** A raise that waits for its time, and then for the second act. */
function Pending({
  slot,
  pending,
  onConfirmed,
}: {
  slot: Slot
  pending: NonNullable<Limit['pending']>
  /** Called to move the focus, since the button disappears. */
  onConfirmed: () => void
}) {
  const worth = useWorthText()
  const [busy, setBusy] = useState(false)
  const isTime = useIsPast(pending.from)

  async function confirm() {
    setBusy(true)
    const result = await showLimits(call(confirmLimit, slot))
    setBusy(false)
    if (!result.ok) return toast.error(failureMessage(result))
    onConfirmed()
    toast.success('The limit is changed')
  }

  return (
    <div className="flex items-center justify-between gap-3 pb-2">
      <p className="text-sm text-pending">
        {pendingText(pending, worth)} waits:{' '}
        {isTime
          ? 'it counts once you confirm it.'
          : `confirm it from ${dayTimeText(pending.from)}.`}
      </p>
      {isTime && (
        <Button
          size="small"
          look="line"
          busy={busy}
          aria-label={`Confirm ${pendingText(pending, worth)}: ${limitTitle(slot)}`}
          onClick={() => void confirm()}
        >
          Confirm
        </Button>
      )}
    </div>
  )
}

/** Whether a time has come; renders again when it comes. */
function useIsPast(time: Date): boolean {
  const at = time.getTime()
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    const wait = at - Date.now()
    // A timer can't hold a longer wait: then the screen looks when it is opened again.
    if (wait <= 0 || wait >= 2 ** 31) return
    const timer = setTimeout(lookAgain, wait)
    return () => clearTimeout(timer)
  }, [at])
  // A timer stands still while the device sleeps: each render looks at the clock.
  return Date.now() >= at
}
