import { validatePayment } from '@pipkin/contract'
import { type Money, moneyFromWire } from '@pipkin/money'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { resolveWith } from '../resolve-with.ts'

/** What deposit and withdrawal ask for. The method starts unselected. */
export interface PaymentForm {
  readonly amount: string
  readonly method: string
}

export function usePaymentForm(amount = '') {
  const form = useForm<PaymentForm>({
    defaultValues: { amount, method: '' },
    resolver: resolveWith(validatePayment),
  })
  const { watch, trigger } = form
  const { isSubmitted } = form.formState
  useEffect(() => {
    if (!isSubmitted) return
    // What is said of both fields is judged again with either.
    const { unsubscribe } = watch(() => void trigger())
    return unsubscribe
  }, [isSubmitted, watch, trigger])
  return form
}

/** What is typed, where it is an amount above zero. */
export function typedAmount(text: string): Money | null {
  const amount = moneyFromWire(text)
  return amount !== null && amount > 0n ? amount : null
}
