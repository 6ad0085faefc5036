import './money-pill.css'
import { type Money, moneyText } from '@pipkin/money'
import type { PlayableBalances } from '../../api/queries.ts'
import { useWorthText, Worth } from '../../forms/worth.tsx'
import type { Play } from '../../play/play.ts'
import { Coin } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { Pill } from '../../ui/pill.tsx'

/**
 * What can be played for: Deposit, unlocked Bonus and Win, or in a demo play money, without a coin.
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
  return money.balances ? <BalancePill balances={money.balances} won={won} /> : null
}

/** Whether an amount is longer than `999,999.99`. */
export const isLong = (amount: Money): boolean => moneyText(amount).length > 10

/**
 * Never shortened, so that a stake shows in it. If the 20 % rule allows less than the balances,
 * that amount comes first. The coin drops in when a round has returned more than its stake.
 */
export function BalancePill({
  balances: { playable, stakeable },
  won = false,
}: {
  balances: Pick<PlayableBalances, 'playable' | 'stakeable'>
  won?: boolean
}) {
  const worth = useWorthText()
  const [all, now] = [moneyText(playable), moneyText(stakeable)]
  const more = all === now ? '' : `, ${now}${worth(stakeable)} can be staked now`
  return (
    <Pill label={`Balance ${all} fkr${worth(playable)}${more}`}>
      <span className={won ? 'coin-drop' : undefined}>
        <Coin size={20} />
      </span>
      {/* On a phone the additions go below the figure: a long figure has no room beside it. */}
      <span className={cx('max-[26rem]:leading-4', isLong(stakeable) && 'text-cap')}>
        {now}
        <Worth
          of={stakeable}
          className="text-cap font-600 text-ink2 max-[26rem]:block max-[26rem]:leading-3.5"
        />
        {all !== now && (
          <small className="text-cap font-600 text-ink2 max-[26rem]:block max-[26rem]:leading-3.5">
            {' '}
            of {all}
          </small>
        )}
      </span>
    </Pill>
  )
}
