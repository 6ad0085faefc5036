import { type Money, moneyText, shortMoneyText, signedMoneyText } from '@pipkin/money'
import { useState } from 'react'
import { Coin, Fkr } from './art.tsx'
import { cx } from './cx.ts'

export interface AmountProps {
  value: Money
  /**
   * Shortened from this amount on (`homeShortensFrom`, `walletShortensFrom`); without it, never.
   */
  shortFrom?: Money
  /** With its sign, for changes. */
  signed?: boolean
  /** px; without it, neither coin nor unit. */
  coin?: number
  className?: string
}

/** An amount in a list. Hovering or tapping a shortened one shows it in full. */
export function Amount({ value, shortFrom, signed, coin, className }: AmountProps) {
  const [whole, setWhole] = useState(false)
  const full = signed ? signedMoneyText(value) : moneyText(value)
  const short = shortFrom === undefined ? full : shortMoneyText(value, shortFrom)
  const look = cx(
    'inline-flex items-center gap-1.5 font-700 tracking-[-0.01em] whitespace-nowrap',
    className,
  )
  const mark = coin !== undefined && <Coin size={coin} />
  const unit = mark && <Fkr />
  if (short === full)
    return (
      <span className={look}>
        {mark}
        <span>{full}</span>
        {unit}
      </span>
    )
  return (
    <button
      type="button"
      title={`${full} fkr`}
      aria-label={`${short} fkr, ${full} fkr`}
      onClick={() => setWhole(!whole)}
      className={cx(look, 'relative before:absolute before:-inset-3')}
    >
      {mark}
      {/* In full it takes the room that the short one had. */}
      {whole ? <span className="text-[max(0.8125rem,0.6em)]">{full}</span> : <span>{short}</span>}
      {unit}
    </button>
  )
}
