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

/** The same, undefined if it is unchanged: what others change meanwhile then stays. */
export function changedIn(form: FormData, name: string, was: Money): Money | undefined {
  const amount = amountIn(form, name, was)
  return amount === was ? undefined : amount
}

const amount = ' *[0-9]{1,9}(\\.[0-9]{1,2})? *'

/** A field for amounts in fkr with commas between them, which may be none. */
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
    // No amount may be left out: the others would move up.
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
