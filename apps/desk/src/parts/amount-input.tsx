import { type Money, moneyToNumber, parseMoney } from '@pipkin/money'
import { Field } from '../../../web/src/ui/field.tsx'

/** A field for an amount in fkr, with what it is now. */
export const AmountInput = ({ label, name, now }: { label: string; name: string; now: Money }) => (
  <Field
    label={label}
    name={name}
    type="number"
    min={0}
    max={1_000_000_000}
    step="0.01"
    required
    defaultValue={moneyToNumber(now)}
  />
)

/** What such a field holds; as it was where it holds no amount. */
export const amountIn = (form: FormData, name: string, was: Money): Money =>
  parseMoney(Number(form.get(name))) ?? was
