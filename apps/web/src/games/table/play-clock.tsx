import { acknowledgeReminder, takeBreak } from '@pipkin/contract'
import { signedMoneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { type LimitsThen, limitsQuery, showLimits } from '../../api/limits.ts'
import { dayTimeText, durationText } from '../../browser/dates.ts'
import { useStore } from '../../browser/listeners.ts'
import { hiddenResults } from '../../browser/locks.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { breakText, warnedText } from '../../forms/limit-words.ts'
import { MoneyAndWorth, useWorthText, Worth } from '../../forms/worth.tsx'
import { dueReminder } from '../../play/due-reminder.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/field.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextButton, TextLink } from '../../ui/text-button.tsx'
import { toast } from '../../ui/toasts.ts'
import { useLast } from '../../ui/use-last.ts'
import { clockPlace } from './clock-place.ts'

/** The clock of a game's screen, always in view at its top, and the reminder. */
export default function PlayClock() {
  return (
    <section aria-label="Time played" className={clockPlace}>
      <TimePlayed />
      <Reminder />
    </section>
  )
}

/** A press within a minute of the last one asks for the same break: its answer may be lost. */
const sameMs = 60_000
let asked = { key: '', at: Number.NEGATIVE_INFINITY }
let isAsking = false

/** Begins a break of a day: one press, no question. */
async function stopNow(): Promise<void> {
  if (isAsking) return
  isAsking = true
  const at = Date.now()
  if (Math.abs(at - asked.at) > sameMs) asked = { key: crypto.randomUUID(), at }
  const wanted = { kind: 'timeout', length: '24h' } as const
  const asking = call(takeBreak, wanted, { idempotencyKey: asked.key })
  // The answer's net would reveal a result that isn't on screen yet.
  void showLimits(asking.finally(() => hiddenResults.whenFree()))
  const result = await asking
  isAsking = false
  if (!result.ok) return toast.error(failureMessage(result))
  if (result.answer.break) toast.success(breakText(result.answer.break))
}

/**
 * Time and net of the player's session over all games, and the way to stop; repeated at the top of
 * a sheet, which covers the screen's own. No live region: screen readers can read it at any time.
 */
export function TimePlayed() {
  const limits = useQuery({
    ...limitsQuery(),
    // A minute after the last read: by the library's own count each round would put it off.
    refetchInterval: ({ state: { data, error } }) =>
      error || !data ? 60_000 : Math.max(1_000, data.readAt + 60_000 - Date.now()),
  })
  const data = limits.data
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-cap whitespace-nowrap">
      {data ? (
        <p className="text-ink2">
          Session <Clock limits={data} />
          <br />
          Net{' '}
          <b className="font-680 text-ink">
            {signedMoneyText(data.session.net)} fkr
            <Worth of={data.session.net} />
          </b>
        </p>
      ) : (
        <p className="text-ink2">{limits.isError ? 'The clock is out of reach.' : '…'}</p>
      )}
      {data?.break ? (
        <TextLink to="/account/limits" className="max-w-36 py-1.5 text-right whitespace-normal">
          On a break until {dayTimeText(data.break.until)}
        </TextLink>
      ) : (
        <span className="flex items-center gap-2 text-sm">
          <TextLink to="/account/limits" className="px-1 py-3">
            Limits
          </TextLink>
          <TextButton onClick={() => void stopNow()}>Stop now</TextButton>
        </span>
      )}
    </div>
  )
}

/** Says how much is used of each limit that the player was warned about. */
export function LimitWarnings() {
  const worth = useWorthText()
  const warned = useQuery(limitsQuery()).data?.limits.filter((limit) => limit.warned) ?? []
  return (
    warned.length > 0 && (
      <Card role="status" className="mt-3 px-3.5 py-2.5 text-sm text-pending">
        {warned.map((limit) => (
          <p key={`${limit.kind} ${limit.period}`}>{warnedText(limit, worth)}</p>
        ))}
      </Card>
    )
  )
}

/** The server's count plus the time since it was read here, since the clocks may differ. */
function Clock({ limits }: { limits: LimitsThen }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const passed = Math.max(0, Math.floor((now - limits.readAt) / 1_000))
  return (
    <b role="timer" className="font-680 text-ink">
      {durationText(limits.session.seconds + passed)}
    </b>
  )
}

/** Whether a pause lasts. By a slow clock it ends after its whole length, and no later. */
function usePauses(until: Date | undefined): boolean {
  const [over, setOver] = useState<Date>()
  const minutes = useQuery(limitsQuery()).data?.offers.realityCheck?.pauseMinutes ?? 60
  useEffect(() => {
    if (!until) return
    const wait = Math.min(until.getTime() - Date.now(), minutes * 60_000)
    const timer = setTimeout(() => setOver(until), wait)
    return () => clearTimeout(timer)
  }, [until, minutes])
  return until !== undefined && until !== over
}

/** Shown when the reminder held a bet back: no bet passes before the player has dismissed it. */
function Reminder() {
  const due = useStore(dueReminder)
  const shown = useLast(due)
  const pauses = usePauses(shown?.until)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // Its link leaves the game. Another game shows it only when it holds back a bet there.
  useEffect(() => () => dueReminder.set(null), [])

  function close() {
    setError(undefined)
    dueReminder.set(null)
  }
  async function goOn() {
    setBusy(true)
    const result = await showLimits(call(acknowledgeReminder))
    setBusy(false)
    if (!result.ok) return setError(failureMessage(result))
    close()
  }

  return (
    <Sheet open={due !== null} onClose={close} title="Your session so far">
      {shown && (
        <>
          <p className="mt-1.5 mb-3 text-ink2">
            You have played for {durationText(shown.session.seconds)}. No bet was placed.{' '}
            {shown.until && pauses && `A break lasts until ${dayTimeText(shown.until)}.`}
          </p>
          <Figures
            figures={[
              { label: 'Staked', value: <MoneyAndWorth of={shown.session.staked} /> },
              { label: 'Returned', value: <MoneyAndWorth of={shown.session.returned} /> },
              { label: 'Net', value: <MoneyAndWorth of={shown.session.net} signed /> },
            ]}
          />
          <FormError>{error}</FormError>
          <Button
            size="tall"
            className="mt-4"
            busy={busy}
            disabled={pauses}
            onClick={() => void goOn()}
          >
            Go on playing
          </Button>
          <Button
            look="line"
            className="mt-2.5"
            onClick={() => {
              close()
              void stopNow()
            }}
          >
            Stop now
          </Button>
          <p className="mt-1.5 text-center text-sm">
            <TextLink to="/account/limits/history" className="inline-block p-3">
              See the history
            </TextLink>
          </p>
        </>
      )}
    </Sheet>
  )
}
