import { type Money, moneyText, signedMoneyText } from '@pipkin/money'
import { useStore } from '../browser/listeners.ts'
import { profileAsks } from '../shell/profile.ts'

interface WorthProps {
  of: Money | null
  /** Text before the amount. */
  says?: string
  className?: string
}

/**
 * Formats what an amount is worth in the profile's currency, rounded; null if the profile doesn't
 * ask for it.
 */
function useWorth(): ((of: Money) => string) | null {
  const [rate, currency] = useStore(profileAsks).fkrIs?.split(' ') ?? []
  if (rate === undefined) return null
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return (of) => money.format((Number(of) / 100) * Number(rate)).replace('-', '−')
}

/** What an amount is worth, to follow it in a sentence: ` (€9.90)`, or an empty text. */
export type WorthText = (of: Money) => string
export function useWorthText(): WorthText {
  const worth = useWorth()
  return (of) => (worth ? ` (${worth(of)})` : '')
}

/** What an amount is worth, to follow it. It takes the colour of the text around it. */
export function Worth({ of, says = '', className = 'text-cap font-520' }: WorthProps) {
  const worth = useWorth()
  if (of === null || !worth) return null
  return (
    <>
      {' '}
      <small className={`inline-block tracking-normal whitespace-nowrap ${className}`}>
        {says}
        {worth(of)}
      </small>
    </>
  )
}

/** What an amount is worth, on a line of its own below a field. */
export const WorthLine = ({ of }: { of: Money | null }) => (
  <div className="mt-1 text-ink2 empty:hidden">
    <Worth of={of} says="Worth " className="text-sm" />
  </div>
)

/** An amount, followed by what it is worth. */
export const MoneyAndWorth = ({ of, signed = false }: { of: Money; signed?: boolean }) => (
  <>
    {signed ? signedMoneyText(of) : moneyText(of)}
    <Worth of={of} />
  </>
)
