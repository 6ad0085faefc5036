import type { ActivityRow } from '@pipkin/contract'
import { CircleCheck, Clock, Equal, HandCoins, type LucideIcon, Trophy, X } from 'lucide-react'
import type { Tone } from '../../ui/tone.ts'

export interface ActivityLook {
  readonly label: string
  readonly tone: Tone
  readonly icon: LucideIcon
}

const looks: Readonly<Record<ActivityRow['status'], ActivityLook>> = {
  Pending: { label: 'Pending', tone: 'pending', icon: Clock },
  Win: { label: 'Win', tone: 'win', icon: Trophy },
  PartialWin: { label: 'Partial Win', tone: 'win', icon: CircleCheck },
  Tie: { label: 'Tie', tone: 'tie', icon: Equal },
  Loss: { label: 'Loss', tone: 'loss', icon: X },
}

/** How a round's tag looks: by its status, but like a win only if it returned a gain. */
export function activityLook({ status, gain }: Pick<ActivityRow, 'status' | 'gain'>): ActivityLook {
  const look = looks[status]
  return look.tone === 'win' && gain <= 0n ? { ...look, tone: 'mute', icon: HandCoins } : look
}
