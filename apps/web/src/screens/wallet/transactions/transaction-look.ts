import type { Transaction, TransactionKind } from '@pipkin/contract'
import {
  ArrowDownLeft,
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ArrowUpRight,
  CircleCheck,
  Equal,
  Gift,
  type LucideIcon,
  Scale,
  Ticket,
  Trophy,
  Users,
  X,
} from 'lucide-react'
import type { Tone } from '../../../ui/tone.ts'

export interface TransactionLook {
  /** The specification's label, letter for letter. */
  readonly label: string
  readonly tone: Tone
  readonly icon: LucideIcon
}

const looks: Readonly<Record<TransactionKind, TransactionLook>> = {
  stake: { label: 'Bet Placed', tone: 'loss', icon: Ticket },
  partialWin: { label: 'Partial Win', tone: 'win', icon: CircleCheck },
  win: { label: 'Win', tone: 'win', icon: Trophy },
  loss: { label: 'Loss', tone: 'loss', icon: X },
  tie: { label: 'Tie', tone: 'tie', icon: Equal },
  reward: { label: 'Referral Earning', tone: 'info', icon: Users },
  winTransfer: { label: 'Winning Transfer', tone: 'info', icon: ArrowLeftRight },
  sent: { label: 'Send To', tone: 'loss', icon: ArrowUpRight },
  received: { label: 'Recieved By', tone: 'win', icon: ArrowDownLeft },
  bonus: { label: 'Bonus', tone: 'win', icon: Gift },
  deposit: { label: 'Deposit', tone: 'win', icon: ArrowDownToLine },
  withdrawal: { label: 'Withdraw', tone: 'loss', icon: ArrowUpFromLine },
  adjustment: { label: 'Adjustment', tone: 'info', icon: Scale },
  referralTransfer: { label: 'Referal Transfer', tone: 'info', icon: ArrowLeftRight },
}

type LookOf = Pick<Transaction, 'kind' | 'amount' | 'method' | 'gameId' | 'sender' | 'receiver'>

/**
 * How a transaction looks, by its kind. Money that leaves for a game or by a payment method looks
 * like a withdrawal; a refunded withdrawal looks like a credit.
 */
export function transactionLook(row: LookOf): TransactionLook {
  const { label, tone, icon } = looks[row.kind]
  const other = row.kind === 'sent' ? row.receiver : row.kind === 'received' ? row.sender : null
  return { label: other === null ? label : `${label} ${other}`, tone: toneOf(row, tone), icon }
}

function toneOf({ amount, method, gameId, kind }: LookOf, tone: Tone): Tone {
  if (amount < 0n && (method !== null || gameId !== null)) return 'loss'
  return kind === 'withdrawal' && amount > 0n ? 'win' : tone
}

/**
 * The colour of the amount: green in, red out, neither for what only moves between the player's own
 * wallets.
 */
export function amountTone({ kind, amount }: Pick<Transaction, 'kind' | 'amount'>): string {
  if (kind === 'winTransfer' || kind === 'referralTransfer') return 'text-ink'
  return amount < 0n ? 'text-loss' : 'text-win'
}
