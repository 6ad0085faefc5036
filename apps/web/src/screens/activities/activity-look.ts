import type { ActivityRow } from '@pipkin/contract'
import { CircleCheck, Clock, Equal, HandCoins, type LucideIcon, Trophy, X } from 'lucide-react'
import type { Tone } from '../../ui/tone.ts'

export interface ActivityLook {
  readonly label: string
  readonly tone: Tone
  readonly icon: LucideIcon
}

const looks: Readonly<Record<ActivityRow['Status'], ActivityLook>> = {
  Pending: { label: 'Pending', tone: 'pending', icon: Clock },
  Win: { label: 'Win', tone: 'win', icon: Trophy },
  PartialWin: { label: 'Partial Win', tone: 'win', icon: CircleCheck },
  Tie: { label: 'Tie', tone: 'tie', icon: Equal },
  Loss: { label: 'Loss', tone: 'loss', icon: X },
}

/**
 * How a round's tag looks: by its status, and never like a win where the return isn't more than the
 * stake.
 */
export function activityLook({
  Status,
  TotalWin,
}: Pick<ActivityRow, 'Status' | 'TotalWin'>): ActivityLook {
  const look = looks[Status]
  return look.tone === 'win' && TotalWin <= 0 ? { ...look, tone: 'mute', icon: HandCoins } : look
}
