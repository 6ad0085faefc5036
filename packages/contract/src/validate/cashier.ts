import type { FormErrors } from './accounts.ts'
import { typedAmount } from './amounts.ts'

/** Deposit and withdrawal share their rules and messages. */
export function validatePayment(form: {
  amount: string
  method: string
}): FormErrors<'amount' | 'method'> {
  if (!form.amount && !form.method)
    return {
      form: 'Please enter amount and select payment method',
      amount: 'Please enter amount',
      method: 'Please select payment method',
    }
  if (!form.method) return { method: 'Please select payment method' }
  if (!form.amount) return { amount: 'Please enter amount' }
  return typedAmount(form.amount) === null ? { amount: 'Enter valid amount' } : {}
}
