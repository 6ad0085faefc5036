import { type Limits, setReminder } from '@pipkin/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { showLimits } from '../../api/limits.ts'
import { samePlayer } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toasts.ts'

const reminderChoices = [5, 10, 15, 20, 30, 45, 60]

interface ReminderProps {
  minutes: number | null
  /** The profile's own, which can't be turned off. */
  check: Limits['offers']['realityCheck']
}

/** How often the next bet waits for a look at the session. */
export function Reminder({ minutes, check }: ReminderProps) {
  const { chosen, choose, settle } = useSettledChoice()
  const choices = new Set([...reminderChoices, ...(minutes === null ? [] : [minutes])])
  return (
    <section aria-label="Session reminder">
      <SectionHead title="Session reminder" className="mt-5 mb-1" />
      <p className="text-sm text-ink2">
        The next bet waits until you have looked at your time and your net.
        {check && ` It always does after ${check.minutes} minutes`}
        {check && (check.pauseMinutes > 0 ? `, for ${check.pauseMinutes} minutes.` : '.')}
      </p>
      <SelectField
        label="Remind me"
        className="mt-2"
        placeholder="Never"
        value={chosen ?? (minutes === null ? 'none' : String(minutes))}
        options={[
          { value: 'none', label: 'Never' },
          ...[...choices]
            .toSorted((a, b) => a - b)
            .map((count) => ({ value: String(count), label: `Every ${count} minutes` })),
        ]}
        onChange={(event) => choose(event.target.value)}
        onBlur={() => void settle()}
      />
    </section>
  )
}

/** Longer than it takes to hear a choice and press an arrow key again. */
const settledMs = 1_500

/**
 * Arrow keys choose all that is between: a choice is saved only once it has stood for a moment, the
 * list loses the focus, or the player leaves. `chosen` is the one that isn't saved yet.
 */
function useSettledChoice() {
  const [chosen, setChosen] = useState<string>()
  const waiting = useRef<{ value: string; isSamePlayer: () => boolean }>(undefined)
  const settle = useCallback(async () => {
    if (!waiting.current) return
    const { value, isSamePlayer } = waiting.current
    waiting.current = undefined
    // Where another player logs in from another tab, this screen goes: it was not their choice.
    if (!isSamePlayer()) return
    await save(value)
    setChosen((now) => (now === value ? undefined : now))
  }, [])
  useEffect(() => {
    if (chosen === undefined) return
    const timer = setTimeout(settle, settledMs)
    return () => clearTimeout(timer)
  }, [chosen, settle])
  useEffect(() => {
    addEventListener('pagehide', settle)
    return () => {
      removeEventListener('pagehide', settle)
      void settle()
    }
  }, [settle])
  function choose(value: string) {
    waiting.current = { value, isSamePlayer: samePlayer() }
    setChosen(value)
  }
  return { chosen, choose, settle }
}

async function save(value: string): Promise<void> {
  const minutes = value === 'none' ? null : Number(value)
  const result = await showLimits(call(setReminder, { minutes }, { outlivesPage: true }))
  if (!result.ok) return toast.error(failureMessage(result))
  toast.success(minutes === null ? 'No reminder' : `A reminder every ${minutes} minutes`)
}
