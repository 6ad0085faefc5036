import { openCase, type SupportForm, validateSupport } from '@pipkin/contract'
import { parseMoney } from '@pipkin/money'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refetchCalls } from '../../api/queries.ts'
import { useKeptForm } from '../../forms/drafts.ts'
import { amountDigits, restrictInput } from '../../forms/restrict-input.ts'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormError } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { reports } from './drafts.ts'

const events = [
  { value: 'Deposit', label: 'Deposit' },
  { value: 'Withdraw', label: 'Withdraw' },
] as const

/** Reports a chain transaction that went astray. The list below then shows the case. */
export function ReportForm({ playerId }: { playerId: number }) {
  const empty = { player: String(playerId), hash: '', amount: '', event: '' }
  const form = useValidatedForm<SupportForm>(reports.read(playerId) ?? empty, validateSupport)
  useKeptForm(reports, playerId, form)
  const { register, handleSubmit, reset, setError, formState } = form
  const { errors, isSubmitting } = formState
  const [opened, setOpened] = useState<number>()

  const report = handleSubmit(async ({ player: named, hash, amount, event }) => {
    const money = parseMoney(amount)
    if (money === null) return
    const result = await call(openCase, {
      player: Number(named),
      chainHash: hash,
      amount: money,
      event: event === 'Withdraw' ? 'withdrawal' : 'deposit',
    })
    if (!result.ok) {
      if (result.kind === 'refused') setError('root', { message: result.message })
      return toast.error('Some error occured')
    }
    toast.success('successfully')
    setOpened(result.answer.caseId)
    reset(empty)
    reports.forget(playerId)
    await refetchCalls('listThreads')
  })

  return (
    <form onSubmit={(event) => void report(event)} noValidate>
      <Field
        label="User Id"
        dense
        className="mt-2"
        inputMode="numeric"
        autoComplete="off"
        error={errors.player?.message}
        {...register('player')}
      />
      <Field
        label="Transaction Hash"
        dense
        className="mt-2.5"
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.hash?.message}
        {...register('hash', { setValueAs: (text: string) => text.trim() })}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-start gap-x-2.5">
        <Field
          label="Amount"
          dense
          className="mt-2.5"
          inputMode="decimal"
          autoComplete="off"
          end={<span className="text-ink2">fkr</span>}
          error={errors.amount?.message}
          {...restrictInput(amountDigits, register('amount'))}
        />
        <SelectField
          label="Transaction Type"
          dense
          className="mt-2.5"
          placeholder="Choose"
          options={events}
          error={errors.event?.message}
          {...register('event')}
        />
      </div>
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" busy={isSubmitting} className="mt-4">
        Submit
      </Button>
      {opened !== undefined && (
        <p role="status" className="mt-3 text-sm">
          Your case number is <b className="font-680">{opened}</b>. The answer comes to this page,
          under Your cases.
        </p>
      )}
    </form>
  )
}
