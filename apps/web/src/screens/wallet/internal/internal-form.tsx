import { amountToMove, moveToDeposit } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import type { SubmitEventHandler } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { balancesQuery } from '../../../api/queries.ts'
import { isUnanswered } from '../../../api/request-once.ts'
import { restrictInput, wholeAmountDigits } from '../../../forms/restrict-input.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError, required } from '../../../ui/field.tsx'
import { NoAnswer } from '../../../ui/no-answer.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { LockedNote } from '../../referral/locked-note.tsx'
import { BalancesAfterMove } from './balances-after-move.tsx'
import { type InternalFields, moveOf } from './move-of.ts'
import { ReadyAmounts } from './ready-amounts.tsx'
import { holdingOf, walletNames } from './sender-wallets.ts'
import { WalletChoice } from './wallet-choice.tsx'

export interface InternalFormProps {
  playerId: number
  form: UseFormReturn<InternalFields>
  onSubmit: SubmitEventHandler
}

/** Which wallet, how much, and what both hold afterwards. */
export function InternalForm({ playerId, form, onSubmit }: InternalFormProps) {
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitting } = formState
  const { data: balances, isError, refetch } = useQuery(balancesQuery(playerId))
  const fields = watch()
  const amount = amountToMove(fields)
  const holding = balances && fields.wallet !== '' ? holdingOf(fields.wallet, balances) : null
  const move = moveOf(playerId, fields)

  return (
    <form noValidate onSubmit={onSubmit} className="flex grow flex-col px-4.5 pt-px pb-7.5">
      <p className="px-0.5 pb-3 text-ink2">Move winnings or referral money to Deposit. No fee.</p>
      {isError && !balances && (
        <div className="mb-3">
          <ErrorState onRetry={() => void refetch()} />
        </div>
      )}
      <WalletChoice
        balances={balances}
        error={errors.wallet && (errors.wallet.message || required)}
        field={register('wallet')}
      />
      <AmountField
        label="Enter Amount"
        error={errors.amount && (errors.amount.message || required)}
        {...restrictInput(wholeAmountDigits, register('amount'))}
      />
      <FormError>{errors.root?.message}</FormError>
      {holding && (
        <ReadyAmounts
          movable={holding.movable}
          value={fields.amount}
          onChoose={(value, isAll) => {
            if (isAll) setValue('all', value)
            setValue('amount', value, { shouldDirty: true })
          }}
        />
      )}
      {balances &&
        fields.wallet !== '' &&
        holding &&
        amount !== null &&
        amount <= holding.movable && (
          <BalancesAfterMove
            wallet={walletNames[fields.wallet]}
            from={holding.total}
            deposit={balances.deposit}
            moved={amount}
          />
        )}
      {balances && balances.locked.referral > 0n && <LockedNote className="mt-3.5" />}
      {move !== null && isUnanswered(moveToDeposit, move) && <NoAnswer />}
      <div className="mt-auto pt-5">
        <Button type="submit" size="tall" busy={isSubmitting}>
          {amount === null ? 'Move' : `Move ${moneyText(amount)} fkr`}
        </Button>
      </div>
    </form>
  )
}
