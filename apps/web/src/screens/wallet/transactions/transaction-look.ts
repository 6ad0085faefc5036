import type { TransactionRow } from '@pipkin/contract'
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

const looks = {
  amtplaced: { label: 'Bet Placed', tone: 'loss', icon: Ticket },
  PartialWin: { label: 'Partial Win', tone: 'win', icon: CircleCheck },
  Win: { label: 'Win', tone: 'win', icon: Trophy },
  Loss: { label: 'Loss', tone: 'loss', icon: X },
  Tie: { label: 'Tie', tone: 'tie', icon: Equal },
  referral_earning: { label: 'Referral Earning', tone: 'info', icon: Users },
  'Winning Transfer': { label: 'Winning Transfer', tone: 'info', icon: ArrowLeftRight },
  Send: { label: 'Send To', tone: 'loss', icon: ArrowUpRight },
  Recieved: { label: 'Recieved By', tone: 'win', icon: ArrowDownLeft },
  Bonus: { label: 'Bonus', tone: 'win', icon: Gift },
  Deposit: { label: 'Deposit', tone: 'win', icon: ArrowDownToLine },
  Withdraw: { label: 'Withdraw', tone: 'loss', icon: ArrowUpFromLine },
  'Referal Transfer': { label: 'Referal Transfer', tone: 'info', icon: ArrowLeftRight },
} as const satisfies Record<TransactionRow['StatusMsg'], TransactionLook>

type LookOf = Pick<
  TransactionRow,
  'StatusMsg' | 'Amount' | 'Method' | 'Game_Id' | 'senderId' | 'receiverId'
>

/**
 * How a row looks, by its StatusMsg. What takes money for a game or by a payment method looks like
 * a withdrawal; a withdrawal that came back looks like what it is.
 */
export function transactionLook(row: LookOf): TransactionLook {
  const { label, tone, icon } = looks[row.StatusMsg]
  const other =
    row.StatusMsg === 'Send' ? row.receiverId : row.StatusMsg === 'Recieved' ? row.senderId : null
  return { label: other === null ? label : `${label} ${other}`, tone: toneOf(row, tone), icon }
}

function toneOf({ Amount, Method, Game_Id, StatusMsg }: LookOf, tone: Tone): Tone {
  if (Amount < 0 && (Method !== null || Game_Id !== null)) return 'loss'
  return StatusMsg === 'Withdraw' && Amount > 0 ? 'win' : tone
}

/**
 * The colour of the amount: green in, red out, neither for what only moves between the player's own
 * wallets.
 */
export function amountTone({
  StatusMsg,
  Amount,
}: Pick<TransactionRow, 'StatusMsg' | 'Amount'>): string {
  if (StatusMsg === 'Winning Transfer' || StatusMsg === 'Referal Transfer') return 'text-ink'
  return Amount < 0 ? 'text-loss' : 'text-win'
}
