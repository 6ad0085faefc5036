import { validatePayment } from '@pipkin/contract'
import { type Money, moneyToNumber } from '@pipkin/money'
import { CreditCard } from 'lucide-react'
import { useValidatedForm } from '../../forms/use-validated-form.ts'
import { Coin } from '../../ui/art.tsx'
import { SelectField, type SelectFieldProps } from '../../ui/select-field.tsx'

/** What deposit and withdrawal ask for. The method starts unselected. */
export interface PaymentForm {
  readonly amount: string
  readonly method: string
}

export const usePaymentForm = (first: Partial<PaymentForm> = {}) =>
  useValidatedForm<PaymentForm>({ amount: '', method: '', ...first }, validatePayment)

/** An amount as a player would type it: `12.5`. */
export const amountAsTyped = (amount: Money): string => String(moneyToNumber(amount))

/** The payment method: there is only one, and the player chooses it. */
export function MethodField({
  chosen,
  ...field
}: { chosen: boolean } & Omit<SelectFieldProps, 'label' | 'icon' | 'placeholder' | 'options'>) {
  return (
    <SelectField
      {...field}
      label="Payment method"
      placeholder="Select payment method"
      options={[{ value: 'fkr', label: 'fkr' }]}
      icon={chosen ? <Coin size={28} /> : <CreditCard size={22} aria-hidden />}
    />
  )
}
