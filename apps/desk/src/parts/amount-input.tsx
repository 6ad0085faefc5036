import { type Money, moneyToNumber, parseMoney } from '@pipkin/money'
import { Field } from '../../../web/src/ui/field.tsx'

/** A field for an amount in fkr; it begins with the present one. */
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

/** What a text field for an amount takes. */
export const amountText = {
  inputMode: 'decimal',
  pattern: '[0-9]{1,9}(\\.[0-9]{1,2})?',
  title: 'An amount such as 1000 or 12.50',
  autoComplete: 'off',
} as const

/** The amount in such a field; `was` if the field holds no amount. */
export const amountIn = (form: FormData, name: string, was: Money): Money =>
  parseMoney(Number(form.get(name))) ?? was

/** The same, but undefined if unchanged, so that what others change meanwhile stays. */
export function changedIn(form: FormData, name: string, was: Money): Money | undefined {
  const amount = amountIn(form, name, was)
  return amount === was ? undefined : amount
}

const amount = ' *[0-9]{1,9}(\\.[0-9]{1,2})? *'

/** A field for any number of amounts in fkr, with commas between them. It may be empty. */
export const AmountsInput = ({
  label,
  name,
  now,
}: {
  label: string
  name: string
  now: readonly Money[]
}) => (
  <Field
    label={label}
    name={name}
    // An amount between two commas can't be left out: those after it would move up.
    pattern={`(${amount}(,${amount})*)?`}
    title="Amounts with commas between them, such as 100, 50, 12.50"
    defaultValue={now.map(moneyToNumber).join(', ')}
    autoComplete="off"
  />
)

/** What such a field holds. */
export const amountsIn = (form: FormData, name: string): readonly Money[] =>
  String(form.get(name))
    .split(',')
    .flatMap((text) => parseMoney(text.trim()) ?? [])
