import type { Notice } from '@pipkin/contract'
import {
  ArrowDownLeft,
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleX,
  Gift,
  Hourglass,
  KeyRound,
  LifeBuoy,
  LockOpen,
  type LucideIcon,
  Megaphone,
  Scale,
  ShieldAlert,
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
  deposit: { title: 'Deposit confirmed', tone: 'win', icon: ArrowDownToLine },
  depositFailed: { title: 'Deposit failed', tone: 'loss', icon: CircleX },
  withdrawal: { title: 'Withdrawal paid', tone: 'win', icon: ArrowUpFromLine },
  refund: { title: 'Withdrawal refunded', tone: 'info', icon: Undo2 },
  received: { title: 'Money received', tone: 'win', icon: ArrowDownLeft },
  reward: { title: 'Referral Earning', tone: 'info', icon: Users },
  bonus: { title: 'Bonus', tone: 'win', icon: Gift },
  adjustment: { title: 'Adjustment', tone: 'info', icon: Scale },
  unlocked: { title: 'Reward unlocked', tone: 'win', icon: LockOpen },
  password: { title: 'Password changed', tone: 'mute', icon: KeyRound },
  security: { title: 'Security', tone: 'pending', icon: ShieldAlert },
  limit: { title: 'Most of a limit used', tone: 'pending', icon: Hourglass },
  support: { title: 'Support answered', tone: 'info', icon: LifeBuoy },
  house: { title: 'Pipkin', tone: 'info', icon: Megaphone },
}
