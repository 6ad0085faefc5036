import { type Money, walletShortensFrom } from '@pipkin/money'
import { Lock } from 'lucide-react'
import { Amount } from '../../ui/amount.tsx'

interface EarnedProps {
  amount: Money
  /** Whether it can't be moved yet. */
  locked: boolean
  coin: number
}

/** What referrals have earned the player; a lock marks what can't be moved yet. */
export const Earned = ({ amount, locked, coin }: EarnedProps) => (
  <span className="inline-flex items-center gap-1.5">
    {locked && <Lock size={15} role="img" aria-label="Locked" className="shrink-0 text-ink2" />}
    <Amount value={amount} shortFrom={walletShortensFrom} coin={coin} />
  </span>
)
