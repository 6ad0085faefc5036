import type { Balances } from '@pipkin/contract'
import { type Money, walletShortensFrom } from '@pipkin/money'
import { Gift, Lock, type LucideIcon, Trophy, Users, Wallet } from 'lucide-react'
import { MoneyAndWorth, Worth } from '../../forms/worth.tsx'
import { AmountLine } from '../../ui/amount-line.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/states.tsx'
import { Unlocking } from './unlocking.tsx'

interface Card {
  readonly name: string
  readonly of: 'deposit' | 'bonus' | 'win' | 'referral'
  readonly icon: LucideIcon
  /** The card, and the words beside its amount. */
  readonly look: string
  readonly quiet: string
}

const cards: readonly Card[] = [
  {
    name: 'Deposit',
    of: 'deposit',
    icon: Wallet,
    look: 'bg-glaze text-on-glaze',
    quiet: 'text-on-glaze2',
  },
  { name: 'Bonus', of: 'bonus', icon: Gift, look: 'bg-rose', quiet: 'text-rose-ink' },
  { name: 'Win', of: 'win', icon: Trophy, look: 'bg-leaf', quiet: 'text-leaf-ink' },
  { name: 'Referral', of: 'referral', icon: Users, look: 'bg-sky', quiet: 'text-sky-ink' },
]

/**
 * The four balances, and how much of them is locked. Old balances stay while they are read again.
 */
export function BalanceCards({
  balances,
  failed,
  onRetry,
}: {
  balances: Balances | undefined
  failed: boolean
  onRetry: () => void
}) {
  if (failed && !balances) return <ErrorState onRetry={onRetry} />
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(34%,7.5rem),1fr))] gap-2.5">
      {cards.map((card) => (
        <BalanceCard key={card.of} card={card} balances={balances} />
      ))}
    </dl>
  )
}

/**
 * The remarks about the balances. They are below the actions, which so keep their place while the
 * remarks are loaded.
 */
export function BalanceNotes({ locked, onHold }: Pick<Balances, 'locked' | 'onHold'>) {
  return (
    <>
      {locked.bonus + locked.referral > 0n && <Unlocking locked={locked} />}
      {onHold > 0n && (
        <p className="mt-3.5 px-0.5 text-cap text-ink2">
          On hold: <MoneyAndWorth of={onHold} />, in open rounds and unpaid withdrawals.
        </p>
      )}
    </>
  )
}

function BalanceCard({ card, balances }: { card: Card; balances: Balances | undefined }) {
  const { name, of, icon: Icon, look, quiet } = card
  return (
    // Room for what is locked, before it is known.
    <div className={cx('min-h-24 rounded-[1.375rem] pt-2.75 pr-3.5 pb-2.75 pl-4', look)}>
      <dt
        className={cx(
          'flex items-center justify-between text-[0.9375rem] leading-5 font-600',
          quiet,
        )}
      >
        {name}
        <Icon size={19} aria-hidden />
      </dt>
      <dd className="@container">
        <span className="mt-1 flex min-h-8 flex-wrap items-center gap-x-2">
          <AmountLine value={balances?.[of]} shortFrom={walletShortensFrom} large />
          {balances && <Worth of={balances[of]} />}
        </span>
        {balances && (of === 'bonus' || of === 'referral') && (
          <LockedPart part={balances.locked[of]} of={balances[of]} className={quiet} />
        )}
      </dd>
    </div>
  )
}

function LockedPart({ part, of, className }: { part: Money; of: Money; className: string }) {
  if (part <= 0n) return null
  return (
    <span className={cx('mt-px flex items-center gap-1 text-cap', className)}>
      <Lock size={13} aria-hidden />
      {part === of ? (
        'All of it locked'
      ) : (
        <span>
          <MoneyAndWorth of={part} /> of it locked
        </span>
      )}
    </span>
  )
}
