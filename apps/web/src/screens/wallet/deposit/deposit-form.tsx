import { type ChainInfo, type Limits, refusals, typedAmount } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { breakText, depositRoom, warnedText } from '../../../forms/limit-words.ts'
import { amountDigits, restrictInput } from '../../../forms/restrict-input.ts'
import { useWorthText } from '../../../forms/worth.tsx'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/card.tsx'
import { Chips } from '../../../ui/chips.tsx'
import { FormError } from '../../../ui/field.tsx'
import { NumberedList } from '../../../ui/steps.tsx'
import { useWallets } from '../../../wallets/use-wallets.ts'
import { useFees } from '../fees.ts'
import { NoWallet } from '../link/no-wallet.tsx'
import { MethodField, type PaymentForm } from '../payment-form.tsx'

const BeforeDeposit = lazy(() => import('./before-deposit.tsx'))

const readyAmounts = [
  { value: '500', label: '500' },
  { value: '1000', label: '1,000' },
  { value: '2000', label: '2,000' },
  { value: '5000', label: '5,000' },
] as const

export interface DepositFormProps {
  form: UseFormReturn<PaymentForm>
  chain: ChainInfo | undefined
  limits: Limits | undefined
  /** What to read where there is no wallet. */
  noWallet: RefObject<HTMLDivElement | null>
  /** Deposit was pressed without a wallet. */
  wanted: boolean
  onSubmit: () => void
}

/** How much is deposited; without a wallet in the browser, how to get one. */
export function DepositForm({ form, chain, limits, noWallet, wanted, onSubmit }: DepositFormProps) {
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitted } = formState
  const [missing, setMissing] = useState(false)
  const { depositFrom, depositTo } = useFees()
  const hasWallet = useWallets().length > 0
  const typed = watch('amount')
  const amount = typedAmount(typed)
  const fkr = amount === null ? null : `${moneyText(amount)} fkr`

  return (
    <Screen>
      <ScreenBar />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="flex grow flex-col px-4.5 pb-7.5"
      >
        <MethodField
          className="mt-0"
          chosen={watch('method') !== ''}
          error={errors.method?.message}
          {...register('method')}
        />
        <AmountField
          label="Enter Amount"
          inputMode="decimal"
          hint={`Range ${moneyText(depositFrom)} - ${moneyText(depositTo)}`}
          error={errors.amount?.message}
          {...restrictInput(amountDigits, register('amount'))}
        />
        <Chips
          label="Ready amounts"
          options={readyAmounts}
          value={typed}
          onChoose={(value) => setValue('amount', value, { shouldValidate: isSubmitted })}
        />
        <FormError>
          {errors.root?.message ??
            (chain?.depositsPaused ? refusals.depositsPaused.message : undefined)}
        </FormError>
        <Suspense>
          <BeforeDeposit form={form} onMissing={setMissing} />
        </Suspense>
        {limits && <LimitNotes limits={limits} />}
        {!hasWallet && (
          <div ref={noWallet} tabIndex={-1} className="mt-5 scroll-my-4 outline-none">
            <NoWallet chain={chain} wanted={wanted} onDemo={onSubmit} />
          </div>
        )}
        <WhatComesNext fkr={fkr} confirmations={chain?.confirmations} />
        <Button type="submit" size="tall" className="mt-auto" disabled={missing}>
          {fkr ? `Deposit ${fkr}` : 'Deposit'}
        </Button>
      </form>
    </Screen>
  )
}

interface WhatComesNextProps {
  /** The amount in words; null until a valid one is typed. */
  fkr: string | null
  /** How many blocks the house waits for; undefined until it is read. */
  confirmations: number | undefined
}

const WhatComesNext = ({ fkr, confirmations }: WhatComesNextProps) => (
  <Panel className="mt-5 mb-5 px-4 pt-3.5 pb-1.5">
    <h2 className="text-row">What happens next</h2>
    <NumberedList
      items={[
        { title: 'Connect', note: 'your browser wallet' },
        { title: 'Network', note: 'switched for you if it is another' },
        { title: "Prove it's yours", note: 'first time only, free' },
        { title: 'Approve', note: fkr ? `exactly ${fkr}, no more` : 'exactly the amount, no more' },
        { title: 'Confirmed', note: `n of ${confirmations ?? 'm'}, then it is in Deposit` },
      ]}
    />
  </Panel>
)

/** What the player's own limits say of a deposit, and a break. */
function LimitNotes({ limits }: { limits: Limits }) {
  const worth = useWorthText()
  const notes = [
    limits.break ? breakText(limits.break) : depositRoom(limits.limits, worth)?.says,
    ...limits.limits
      .filter(({ kind, warned }) => kind === 'deposit' && warned)
      .map((limit) => warnedText(limit, worth)),
  ].filter((note) => note !== undefined)
  return notes.map((note) => (
    <p key={note} className="mt-2.5 text-sm text-pending">
      {note}
    </p>
  ))
}
