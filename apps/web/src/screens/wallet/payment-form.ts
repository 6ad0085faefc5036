import { validatePayment } from '@pipkin/contract'
import { type Money, moneyFromWire } from '@pipkin/money'
import { resolveWith } from '../../forms/resolve-with.ts'
import { useJudgedForm } from '../../forms/use-judged-form.ts'

/** What deposit and withdrawal ask for. The method starts unselected. */
export interface PaymentForm {
  readonly amount: string
  readonly method: string
}

export const usePaymentForm = (amount = '') =>
  useJudgedForm<PaymentForm>({ amount, method: '' }, resolveWith(validatePayment))

/** What is typed, where it is an amount above zero. */
export function typedAmount(text: string): Money | null {
  const amount = moneyFromWire(text)
  return amount !== null && amount > 0n ? amount : null
}
