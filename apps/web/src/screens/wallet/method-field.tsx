import { CreditCard } from 'lucide-react'
import { Coin } from '../../ui/art.tsx'
import { SelectField, type SelectFieldProps } from '../../ui/select-field.tsx'

/** The payment method: there is one, and the player chooses it. */
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
