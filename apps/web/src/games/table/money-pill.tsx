import './money-pill.css'
import { homeShortensFrom, type Money, moneyText, shortMoneyText } from '@pipkin/money'
import { useState } from 'react'
import type { Play } from '../../play/play.ts'
import { Coin } from '../../ui/art.tsx'
import { Pill } from '../../ui/pill.tsx'

/**
 * What can be played for: on the one side Deposit, unlocked Bonus and Win, on the other play money,
 * without a coin.
 */
export function MoneyPill({
  money,
  won,
}: {
  money: Play<unknown, unknown, unknown>['money']
  won: boolean
}) {
  if (money.kind === 'demo')
    return (
      <span className="inline-flex h-9 shrink-0 items-center rounded-full bg-info-tint px-2.75 text-[0.9375rem] font-700 whitespace-nowrap text-info shadow-[inset_0_0_0_1.5px_var(--info)]">
        Demo {moneyText(money.balance)}
      </span>
    )
  return money.balances ? <BalancePill playable={money.balances.playable} won={won} /> : null
}

/**
 * Shortened where it would push the screen's name aside; then a tap says it in full. The coin drops
 * in when a round has returned more than its stake.
 */
export function BalancePill({ playable, won = false }: { playable: Money; won?: boolean }) {
  const [whole, setWhole] = useState(false)
  const [full, short] = [moneyText(playable), shortMoneyText(playable, homeShortensFrom)]
  const pill = (
    <Pill label={`Balance ${full} fkr`}>
      <span className={won ? 'coin-drop' : undefined}>
        <Coin size={20} />
      </span>
      {whole ? full : short}
    </Pill>
  )
  if (full === short) return pill
  return (
    <button
      type="button"
      title={`${full} fkr`}
      onClick={() => setWhole(!whole)}
      className="rounded-full"
    >
      {pill}
    </button>
  )
}
