import type { Money } from '@pipkin/money'
import type { FormErrors } from './accounts.ts'
import { typedAmount, typedWholeAmount } from './amounts.ts'

/** Digits only, in both fields. */
export function validateSend(form: {
  receiver: string
  amount: string
}): FormErrors<'receiver' | 'amount'> {
  if (!form.receiver && !form.amount)
    return {
      form: 'Please enter Reciver ID and Amount',
      receiver: 'Please enter Reciver ID',
      amount: 'Please enter amount',
    }
  if (!form.receiver) return { receiver: 'Please enter Reciver ID' }
  if (!form.amount) return { amount: 'Please enter amount' }
  return typedWholeAmount(form.amount) === null ? { amount: 'Enter valid amount' } : {}
}

/** `wallet` is what the money leaves; `all` is what *Move all* has filled in. */
export function validateInternalTransfer(form: {
  wallet: string
  amount: string
  all: string
}): FormErrors<'wallet' | 'amount'> {
  if (!form.wallet && !form.amount)
    return {
      form: 'Please choose sender wallet and Amount',
      wallet: 'Please choose sender wallet',
      amount: 'Please enter amount',
    }
  if (!form.wallet) return { wallet: 'Please choose sender wallet' }
  if (!form.amount) return { amount: 'Please enter amount' }
  return amountToMove(form) === null ? { amount: 'Enter valid amount' } : {}
}

/** What an internal transfer's field asks for: digits alone, or all with its hundredths. */
export const amountToMove = ({ amount, all }: { amount: string; all: string }): Money | null =>
  amount === all ? typedAmount(amount) : typedWholeAmount(amount)
