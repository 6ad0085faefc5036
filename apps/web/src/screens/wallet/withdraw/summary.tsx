import { withdrawalFeeOf } from '@pipkin/contract'
import { type Money, moneyText, subtract } from '@pipkin/money'
import { KeyValue } from '../../../ui/key-value.tsx'

export interface SummaryProps {
  amount: Money
  /** In the confirmation: taller lines, what arrives larger. */
  large?: boolean
  className?: string
}

/** What leaves, what it costs, what arrives. */
export function Summary({ amount, large, className }: SummaryProps) {
  const fee = withdrawalFeeOf(amount)
  const line = large ? 'min-h-8.5' : 'min-h-6'
  const fkr = (of: Money) => `${moneyText(of)} fkr`
  return (
    <dl className={className}>
      <KeyValue label="Leaves Deposit" className={line}>
        {fkr(amount)}
      </KeyValue>
      <KeyValue label="Fee, 10&nbsp;%" className={line}>
        {fkr(fee)}
      </KeyValue>
      <KeyValue
        label={<span className="text-ink">Arrives</span>}
        className={
          large ? 'mt-1 min-h-10.25 border-t border-line pt-1' : 'mt-1.75 border-t border-line pt-1.75'
        }
      >
        <span className={large ? 'text-h2 font-680' : undefined}>{fkr(subtract(amount, fee))}</span>
      </KeyValue>
    </dl>
  )
}
