import { type Fees, feeOf, sendMoney, shareText, typedWholeAmount } from '@pipkin/contract'
import { moneyText, subtract, zero } from '@pipkin/money'
import { UserRound } from 'lucide-react'
import type { SubmitEventHandler } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useBreak } from '../../../api/limits.ts'
import { isUnanswered } from '../../../api/request-once.ts'
import { breakText } from '../../../forms/limit-words.ts'
import { idDigits, restrictInput, wholeAmountDigits } from '../../../forms/restrict-input.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, FormError, required } from '../../../ui/field.tsx'
import { NoAnswer } from '../../../ui/no-answer.tsx'
import { CostSummary } from '../cost-summary.tsx'
import { DepositBalance } from '../deposit-balance.tsx'

export interface SendFields {
  readonly receiver: string
  readonly amount: string
}

export interface SendFormProps {
  playerId: number
  fees: Fees
  form: UseFormReturn<SendFields>
  onSubmit: SubmitEventHandler
}

/** Who receives, how much, and what of it arrives. */
export function SendForm({ playerId, fees, form, onSubmit }: SendFormProps) {
  const { register, watch, formState } = form
  const { errors, isSubmitting } = formState
  const held = useBreak(playerId)
  const [receiver, typed] = watch(['receiver', 'amount'])
  const amount = typedWholeAmount(typed)
  const fee = feeOf(amount ?? zero, fees.send)

  return (
    <form noValidate onSubmit={onSubmit} className="flex grow flex-col px-4.5 pt-px pb-7.5">
      <DepositBalance playerId={playerId} />
      <Field
        label="Reciver ID"
        className="mt-4.5"
        inputMode="numeric"
        autoComplete="off"
        icon={<UserRound size={20} aria-hidden />}
        hint="8 digits. It is on your friend's home page."
        error={errors.receiver && (errors.receiver.message || required)}
        {...restrictInput(idDigits, register('receiver'))}
      />
      <AmountField
        label="Enter Amount"
        error={errors.amount && (errors.amount.message || required)}
        {...restrictInput(wholeAmountDigits, register('amount'))}
      />
      <FormError>{errors.root?.message}</FormError>
      <AmountField
        label="Amount to send"
        readOnly
        value={moneyText(subtract(amount ?? zero, fee))}
      />
      <CostSummary
        className="mt-4 px-0.5"
        amount={amount ?? zero}
        fee={fee}
        share={shareText(fees.send)}
        leaves="Leaves your wallet"
        arrives={receiver === '' ? 'The receiver gets' : `User ${receiver} gets`}
      />
      <p className="mt-1.5 px-0.5 text-sm text-ink2">A transfer can't be undone.</p>
      {amount !== null &&
        isUnanswered(sendMoney, { player: playerId, receiver: Number(receiver), amount }) && (
          <NoAnswer />
        )}
      <div className="mt-auto pt-5">
        {held ? (
          <p className="text-sm text-pending">{breakText(held)}</p>
        ) : (
          <Button type="submit" size="tall" busy={isSubmitting}>
            {amount === null ? 'Send' : `Send ${moneyText(amount)} fkr`}
          </Button>
        )}
      </div>
    </form>
  )
}
