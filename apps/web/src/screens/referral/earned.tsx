import { moneyFromAnswer, walletShortensFrom } from '@pipkin/money'
import { Lock } from 'lucide-react'
import { Amount } from '../../ui/amount.tsx'

/** What a friend has earned the player, in fkr; a lock stands before it while it can't be moved. */
export const Earned = ({ fkr, locked, coin }: { fkr: number; locked: boolean; coin: number }) => (
  <span className="inline-flex items-center gap-1.5">
    {locked && <Lock size={15} role="img" aria-label="Locked" className="shrink-0 text-ink2" />}
    <Amount value={moneyFromAnswer(fkr)} shortFrom={walletShortensFrom} coin={coin} />
  </span>
)
