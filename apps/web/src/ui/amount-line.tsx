import './amount-line.css'
import { type Money, shortMoneyText } from '@pipkin/money'
import type { CSSProperties } from 'react'
import { Amount } from './amount.tsx'
import { Coin, Fkr } from './art.tsx'
import { cx } from './cx.ts'

interface AmountLineProps {
  /** Left out until it is read. */
  value: Money | undefined
  shortFrom: Money
  large?: boolean
}

/**
 * Coin, amount and unit in one line, as large as fits into the container around them. If the
 * smallest type has no room for the coin, it is hidden.
 */
export const AmountLine = ({ value, shortFrom, large }: AmountLineProps) => (
  <span
    // No style before the value is read: the page's policy forbids inline styles in built markup.
    {...(value !== undefined && { style: widthOf(shortMoneyText(value, shortFrom)) })}
    className={cx(
      'amount-line flex flex-wrap items-center gap-x-1.5 font-770 tracking-[-0.025em]',
      large && 'amount-line-large',
    )}
  >
    <span className="-mr-1.5 w-(--coin) shrink-0 overflow-hidden">
      <Coin size={large ? 23 : 19} />
    </span>
    {value === undefined ? (
      '…'
    ) : (
      <Amount value={value} shortFrom={shortFrom} className="font-770" />
    )}
    <Fkr />
  </span>
)

/** In em: a digit is about 0.56 wide; the unit grows a little with them. */
const widthOf = (text: string): CSSProperties & Readonly<Record<'--em', number>> => ({
  '--em': text.length * 0.56 + 0.3,
})
