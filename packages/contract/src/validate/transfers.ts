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
  return amountToSend(form.amount) === null ? { amount: 'Enter valid amount' } : {}
}

/** What a send's field asks for; null for no amount, and for one that isn't digits alone. */
export const amountToSend = (text: string): Money | null => positive(parseWholeMoney(text))

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
  positive(amount === all ? parseMoney(amount) : parseWholeMoney(amount))

const positive = (money: Money | null): Money | null =>
  money !== null && money > 0n ? money : null
