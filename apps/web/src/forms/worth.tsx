import { type Money, moneyText, signedMoneyText } from '@pipkin/money'
import { useStore } from '../browser/listeners.ts'
import { profileAsks } from '../shell/profile.ts'

interface WorthProps {
  of: Money | null
  /** In front of it. */
  says?: string
  className?: string
}

/**
 * What an amount is worth in the law's currency, behind it; nothing where no profile asks. It takes
 * the colour of what it stands in. For display alone: it is rounded.
 */
export function Worth({ of, says = '', className = 'text-cap font-520' }: WorthProps) {
  const [rate, currency] = useStore(profileAsks).fkrIs?.split(' ') ?? []
  if (of === null || rate === undefined) return null
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const text = money.format((Number(of) / 100) * Number(rate)).replace('-', '−')
  return (
    <>
      {' '}
      <small className={`inline-block tracking-normal whitespace-nowrap ${className}`}>
        {says}
        {text}
      </small>
    </>
  )
}

/** The same in a line of its own, below a field. */
export const WorthLine = ({ of }: { of: Money | null }) => (
  <div className="mt-1 text-ink2 empty:hidden">
    <Worth of={of} says="Worth " className="text-sm" />
  </div>
)

/** An amount, with its worth behind it. */
export const MoneyAndWorth = ({ of, signed = false }: { of: Money; signed?: boolean }) => (
  <>
    {signed ? signedMoneyText(of) : moneyText(of)}
    <Worth of={of} />
  </>
)
