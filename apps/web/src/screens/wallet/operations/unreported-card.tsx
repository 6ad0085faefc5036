import { moneyText } from '@pipkin/money'
import { ChevronRight, Hourglass } from 'lucide-react'
import { useWorthText } from '../../../forms/worth.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Link } from '../../../ui/link.tsx'
import type { Mining, Reporting } from '../deposit/deposit-state.ts'

/** A deposit that was approved, but not reported before its page closed. Its page carries it on. */
export function UnreportedCard({ deposit }: { deposit: Mining | Reporting }) {
  const worth = useWorthText()
  return (
    <li>
      <Link
        to="/account/wallet/deposite"
        className="flex items-center gap-3 rounded-lg bg-surface px-3.5 py-2.25 shadow-e1 active:bg-sunken"
      >
        <IconTile tone="pending">
          <Hourglass size={20} />
        </IconTile>
        <span className="min-w-0 grow">
          <span className="block text-row">
            Deposit {moneyText(deposit.amount)}
            {worth(deposit.amount)} is not finished
          </span>
          <span className="block text-cap text-ink2">
            You approved it. Continue where it stopped.
          </span>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-ink2" />
      </Link>
    </li>
  )
}
