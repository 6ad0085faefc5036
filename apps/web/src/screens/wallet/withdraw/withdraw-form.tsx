import { describeChain, requestWithdrawal, withdrawalFeeOf } from '@pipkin/contract'
import { type Money, moneyText, subtract, zero } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { callQuery } from '../../../api/queries.ts'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { DepositBalance } from '../deposit-balance.tsx'
import { NoAnswer } from '../no-answer.tsx'
import { MethodField, type PaymentForm, typedAmount } from '../payment-form.tsx'
import { isUnanswered } from '../request-once.ts'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { LinkedWallet } from './linked-wallet.tsx'
import { Summary } from './summary.tsx'

export interface WithdrawFormProps {
  playerId: number
  form: UseFormReturn<PaymentForm>
  /** The server's last refusal. */
  refusal: string | undefined
  onSend: (amount: Money) => void
}

export function WithdrawForm({ playerId, form, refusal, onSend }: WithdrawFormProps) {
  const { register, watch, handleSubmit, setError, setFocus, formState } = form
  const { errors } = formState
  const chain = useQuery(callQuery(describeChain))
  // The newest comes first: payouts go there.
  const address = chain.data?.linked[0]
  const [confirming, setConfirming] = useState(false)
  const amount = typedAmount(watch('amount'))
  const arrives = amount && subtract(amount, withdrawalFeeOf(amount))

  useEffect(() => {
    if (refusal !== undefined) setFocus('amount')
  }, [refusal, setFocus])

  const ask = handleSubmit(() => {
    if (arrives !== null && arrives > 0n) setConfirming(true)
    else setError('amount', { message: 'Enter valid amount' })
  })

  return (
    <Screen>
      <ScreenBar />
      <form
        noValidate
        onSubmit={(event) => void ask(event)}
        className="flex grow flex-col px-4.5 pt-px pb-7.5"
      >
        <DepositBalance playerId={playerId} />
        <MethodField
          className="mt-4"
          chosen={watch('method') !== ''}
          error={errors.method?.message}
          {...register('method')}
        />
        <AmountField
          label="Enter Amount"
          inputMode="decimal"
          error={errors.amount?.message}
          {...register('amount')}
        />
        {(errors.root?.message ?? refusal) && (
          <FieldError>{errors.root?.message ?? refusal}</FieldError>
        )}
        <AmountField label="Amount to send" readOnly value={moneyText(arrives ?? zero)} />
        <LinkedWallet
          chain={chain.data}
          failed={chain.isError}
          onRetry={() => void chain.refetch()}
        />
        {address !== undefined && <Summary amount={amount ?? zero} className="mt-4 px-0.5" />}
        {amount !== null && isUnanswered(requestWithdrawal, { player: playerId, amount }) && (
          <NoAnswer />
        )}
        <div className="mt-auto pt-5">
          <Button
            type="submit"
            size="tall"
            disabled={address === undefined}
            aria-describedby={address === undefined ? 'link-first' : undefined}
          >
            Continue
          </Button>
          {chain.data && address === undefined && (
            <p id="link-first" className="mt-2.5 text-center text-cap text-ink2">
              Please link a wallet first
            </p>
          )}
        </div>
      </form>
      {amount !== null && address !== undefined && (
        <ConfirmWithdrawal
          open={confirming}
          amount={amount}
          address={address}
          onClose={() => setConfirming(false)}
          onConfirm={() => onSend(amount)}
        />
      )}
    </Screen>
  )
}
