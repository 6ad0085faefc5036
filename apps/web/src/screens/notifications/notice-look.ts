import type { Notice } from '@pipkin/contract'
import {
  ArrowDownLeft,
  ArrowDownToLine,
  ArrowUpFromLine,
  Gift,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  Undo2,
  Users,
} from 'lucide-react'
import type { Tone } from '../../ui/tone.ts'

export interface NoticeLook {
  readonly title: string
  readonly tone: Tone
  readonly icon: LucideIcon
}

/** How an event of the account is named and marked. */
export const noticeLooks: Readonly<Record<Notice['kind'], NoticeLook>> = {
  deposit: { title: 'Deposit', tone: 'win', icon: ArrowDownToLine },
  withdrawal: { title: 'Withdraw', tone: 'info', icon: ArrowUpFromLine },
  refund: { title: 'Withdrawal refunded', tone: 'win', icon: Undo2 },
  received: { title: 'Recieved', tone: 'win', icon: ArrowDownLeft },
  reward: { title: 'Referral Earning', tone: 'info', icon: Users },
  bonus: { title: 'Bonus', tone: 'win', icon: Gift },
  password: { title: 'Change Password', tone: 'mute', icon: KeyRound },
  support: { title: 'Support', tone: 'info', icon: LifeBuoy },
}
