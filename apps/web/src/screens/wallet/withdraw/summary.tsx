import { feeOf, shareText } from '@pipkin/contract'
import type { Money } from '@pipkin/money'
import { CostSummary } from '../cost-summary.tsx'

export interface SummaryProps {
  amount: Money
  /** What a withdrawal costs, in hundredths of a percent. */
  feeShare: number
  large?: boolean
  className?: string
}

/** What a withdrawal takes, costs and pays out. */
export function Summary({ amount, feeShare, ...look }: SummaryProps) {
  return (
    <CostSummary
      {...look}
      amount={amount}
      fee={feeOf(amount, feeShare)}
      share={shareText(feeShare)}
      leaves="Leaves Deposit"
      arrives="Arrives"
    />
  )
}
