import { type Money, parseMoney, parseWholeMoney } from '@pipkin/money'
import type { FormErrors } from './accounts.ts'

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
  return isPositive(parseWholeMoney(form.amount)) ? {} : { amount: 'Enter valid amount' }
}

/**
 * `wallet` is what the money leaves. With hundredths too, since the whole of a wallet may be moved.
 */
export function validateInternalTransfer(form: {
  wallet: string
  amount: string
}): FormErrors<'wallet' | 'amount'> {
  if (!form.wallet && !form.amount)
    return {
      form: 'Please choose sender wallet and Amount',
      wallet: 'Please choose sender wallet',
      amount: 'Please enter amount',
    }
  if (!form.wallet) return { wallet: 'Please choose sender wallet' }
  if (!form.amount) return { amount: 'Please enter amount' }
  return isPositive(parseMoney(form.amount)) ? {} : { amount: 'Enter valid amount' }
}

const isPositive = (money: Money | null): boolean => money !== null && money > 0n
