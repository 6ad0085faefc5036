import { type Money, moneyText, subtract } from '@pipkin/money'
import { Worth } from '../../forms/worth.tsx'
import { KeyValue } from '../../ui/key-value.tsx'

export interface CostSummaryProps {
  amount: Money
  fee: Money
  /** The fee's share, in words: `10 %`. */
  share: string
  /** The first and the last label: where the amount leaves, who gets the rest. */
  leaves: string
  arrives: string
  /** In a confirmation: taller lines, what arrives larger. */
  large?: boolean | undefined
  className?: string | undefined
}

/** The amount that leaves, the fee, and the amount that arrives. */
export function CostSummary({
  amount,
  fee,
  share,
  leaves,
  arrives,
  large,
  className,
}: CostSummaryProps) {
  const line = large ? 'min-h-8.5' : 'min-h-6'
  const fkr = (of: Money) => (
    <>
      {moneyText(of)} fkr
      <Worth of={of} />
    </>
  )
  return (
    <dl className={className}>
      <KeyValue label={leaves} className={line}>
        {fkr(amount)}
      </KeyValue>
      <KeyValue label={`Fee, ${share}`} className={line}>
        {fkr(fee)}
      </KeyValue>
      <KeyValue
        label={<span className="text-ink">{arrives}</span>}
        className={
          large
            ? 'mt-1 min-h-10.25 border-t border-line pt-1'
            : 'mt-1.75 border-t border-line pt-1.75'
        }
      >
        <span className={large ? 'text-h2 font-680' : undefined}>{fkr(subtract(amount, fee))}</span>
      </KeyValue>
    </dl>
  )
}
