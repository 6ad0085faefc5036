import { withdrawalFeeOf } from '@pipkin/contract'
import type { Money } from '@pipkin/money'
import { CostSummary } from '../cost-summary.tsx'

export interface SummaryProps {
  amount: Money
  large?: boolean
  className?: string
}

/** What a withdrawal takes, costs and pays out. */
export function Summary({ amount, ...look }: SummaryProps) {
  return (
    <CostSummary
      {...look}
      amount={amount}
      fee={withdrawalFeeOf(amount)}
      share={'10\u00a0%'}
      leaves="Leaves Deposit"
      arrives="Arrives"
    />
  )
}
