import type { Balances } from '@pipkin/contract'
import { Trophy, Users } from 'lucide-react'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useWorthText } from '../../../forms/worth.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { cx } from '../../../ui/cx.ts'
import { describedBy, FieldError } from '../../../ui/field.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { holdingOf, movableText, type SenderWallet, walletNames } from './sender-wallets.ts'

const wallets = [
  { wallet: 'win', tint: 'leaf', icon: Trophy },
  { wallet: 'referral', tint: 'sky', icon: Users },
] as const

export interface WalletChoiceProps {
  balances: Balances | undefined
  error: string | undefined
  field: UseFormRegisterReturn
}

/** Which wallet the money leaves, with what can be moved from each. At first none is chosen. */
export function WalletChoice({ balances, error, field }: WalletChoiceProps) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={describedBy(id, error)}
    >
      <div id={`${id}-label`} className="mb-1.5 text-sm font-620">
        Sender wallet
      </div>
      <div className="flex flex-col gap-2.5">
        {wallets.map(({ wallet, tint, icon: Icon }) => (
          <label
            key={wallet}
            className={cx(
              'relative flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-surface px-3.5 py-2.75 outline-offset-2 outline-focus has-[input:focus-visible]:outline-2',
              error === undefined ? 'shadow-e1' : 'shadow-[inset_0_0_0_2px_var(--loss)]',
              'has-[input:checked]:shadow-[inset_0_0_0_2px_var(--ink)]',
            )}
          >
            <input
              {...field}
              type="radio"
              value={wallet}
              className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none"
            />
            <IconTile tint={tint}>
              <Icon size={20} />
            </IconTile>
            <span className="min-w-28 flex-1">
              <span className="block text-row">{walletNames[wallet]}</span>
              {balances && <Movable wallet={wallet} balances={balances} />}
            </span>
            {balances ? (
              <Amount
                value={holdingOf(wallet, balances).total}
                coin={19}
                className="ml-auto text-[min(1.0625rem,5.5vw)] leading-5.5 font-680"
              />
            ) : (
              '…'
            )}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function Movable({ wallet, balances }: { wallet: SenderWallet; balances: Balances }) {
  const text = movableText(holdingOf(wallet, balances), useWorthText())
  return <span className="block text-cap text-ink2">{text}</span>
}
