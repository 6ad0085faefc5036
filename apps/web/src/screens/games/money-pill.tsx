import { moneyText } from '@pipkin/money'
import type { Play } from '../../play/play.ts'
import { Coin } from '../../ui/art.tsx'
import { Pill } from '../../ui/pill.tsx'

/** What can be staked: Deposit, unlocked Bonus and Win; or the play money, without a coin. */
export function MoneyPill({ money }: { money: Play<unknown, unknown, unknown>['money'] }) {
  if (money.kind === 'demo')
    return (
      <span className="inline-flex h-9 shrink-0 items-center rounded-full bg-info-tint px-3 text-[0.9375rem] font-700 whitespace-nowrap text-info shadow-[inset_0_0_0_1.5px_var(--info)]">
        Demo {moneyText(money.balance)}
      </span>
    )
  if (!money.balances) return null
  const playable = moneyText(money.balances.playable)
  return (
    <Pill label={`Balance ${playable} fkr`}>
      <Coin size={20} />
      {playable}
    </Pill>
  )
}
