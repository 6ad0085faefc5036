import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  type LucideIcon,
  Send,
} from 'lucide-react'
import { useStore } from '../../browser/listeners.ts'
import { profileAsks } from '../../shell/profile.ts'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'

interface Action {
  readonly to: string
  readonly name: string
  readonly icon: LucideIcon
  readonly main?: true
}

const send = '/account/wallet/send-money'
const actions: readonly Action[] = [
  { to: '/account/wallet/deposite', name: 'Deposit', icon: ArrowDownToLine, main: true },
  { to: '/account/wallet/withdraw', name: 'Withdraw', icon: ArrowUpFromLine },
  { to: send, name: 'Send', icon: Send },
  { to: '/account/wallet/internal-trasnfer', name: 'Internal', icon: ArrowLeftRight },
]

/** What can be done with the balances. */
export function WalletActions() {
  const { noSends } = useStore(profileAsks)
  return (
    <nav
      aria-label="Wallet"
      className="mt-3.5 grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-y-3"
    >
      {actions
        .filter(({ to }) => !noSends || to !== send)
        .map(({ to, name, icon: Icon, main }) => (
          <Link
            key={to}
            to={to}
            className="flex flex-col items-center gap-1.75 justify-self-center rounded-tile text-sm leading-4.5 font-640"
          >
            <span
              className={cx(
                'grid h-13 w-15 place-items-center rounded-[1.125rem]',
                main
                  ? 'bg-butter text-on-butter lip-short-butter-lip'
                  : 'bg-surface edged active:bg-sunken',
              )}
            >
              <Icon size={23} aria-hidden />
            </span>
            {name}
          </Link>
        ))}
    </nav>
  )
}
