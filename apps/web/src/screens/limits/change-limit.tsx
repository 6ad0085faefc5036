import { type Limit, type Limits, setLimit } from '@pipkin/contract'
import { type Money, moneyText, parseMoney } from '@pipkin/money'
import { type SubmitEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { showLimits } from '../../api/limits.ts'
import { timeZone } from '../../browser/dates.ts'
import { createDrafts, useDraft } from '../../forms/drafts.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { amountDigits } from '../../forms/restrict-input.ts'
import { useStillHere } from '../../forms/use-still-here.ts'
import { WorthLine } from '../../forms/worth.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toasts.ts'
import { useLast } from '../../ui/use-last.ts'
import { atOnceText, limitTitle, raiseText, type Slot } from './limit-texts.ts'

const drafts = createDrafts<{ text: string }>()

interface ChangeLimitProps extends Omit<FormProps, 'slot' | 'limit'> {
  /** Null while none is changed. */
  slot: Slot | null
  limitOf: (slot: Slot) => Limit | undefined
}

/** Sets one limit, or asks for its end. */
export function ChangeLimit({ slot, limitOf, ...rest }: ChangeLimitProps) {
  const shown = useLast(slot)
  if (!shown) return null
  const name = limitTitle(shown)
  return (
    <Sheet open={slot !== null} onClose={rest.onClose} title={name}>
      <Form key={name} slot={shown} limit={limitOf(shown)} {...rest} />
    </Sheet>
  )
}

interface FormProps {
  playerId: number
  slot: Slot
  limit: Limit | undefined
  offers: Limits['offers']
  onClose: () => void
}

function Form({ playerId, slot, limit, offers, onClose }: FormProps) {
  const of = `${slot.kind} ${slot.period}`
  const { draft, change } = useDraft(drafts, playerId, of, {
    text: limit ? moneyText(limit.amount).replaceAll(',', '') : '',
  })
  const { text } = draft
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'set' | 'end' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isHere = useStillHere()
  const amount = parseMoney(text)
  const isRaise = limit !== undefined && amount !== null && amount > limit.amount

  async function set(wanted: Money | null) {
    setBusy(wanted === null ? 'end' : 'set')
    const result = await showLimits(
      call(setLimit, { ...slot, amount: wanted, timeZone: timeZone() }),
    )
    setBusy(null)
    if (!result.ok) return setError(failureMessage(result))
    const waits = result.answer.limits.some(
      ({ kind, period, pending }) => kind === slot.kind && period === slot.period && pending,
    )
    toast.success(waits ? 'The change waits for you to confirm it' : 'The limit counts from now on')
    // Another limit's sheet may be open by now.
    if (isHere()) onClose()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (amount !== null && amount >= 0n) return void set(amount)
    setError('Enter valid amount')
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit}>
      <AmountField
        ref={field}
        label="Limit"
        className="mt-2"
        inputMode="decimal"
        value={text}
        error={error}
        hint={isRaise ? raiseText(slot, offers) : atOnceText(amount)}
        onChange={(event) => {
          change({ text: amountDigits(event.target.value) })
          setError(undefined)
        }}
      />
      <WorthLine of={amount} />
      <Button type="submit" size="tall" className="mt-4" busy={busy === 'set'}>
        {isRaise ? 'Ask for the raise' : 'Set the limit'}
      </Button>
      {limit && (
        <Button look="line" className="mt-2.5" busy={busy === 'end'} onClick={() => void set(null)}>
          Ask to end this limit
        </Button>
      )}
    </form>
  )
}
