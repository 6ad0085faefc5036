import type { RewardProgress, RewardState } from '@pipkin/contract'
import { Clock, Lock, LockOpen, type LucideIcon, X } from 'lucide-react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Tone } from '../../ui/tone.ts'

const looks: Readonly<
  Record<RewardState, { word: string; tone: Tone; icon: LucideIcon; says?: string }>
> = {
  locked: { word: 'Locked', tone: 'mute', icon: Lock },
  waiting: {
    word: 'Waiting',
    tone: 'pending',
    icon: Clock,
    says: 'We check it before it unlocks.',
  },
  unlocked: { word: 'Unlocked', tone: 'win', icon: LockOpen },
  refused: { word: 'Refused', tone: 'loss', icon: X, says: 'Write to Support if you disagree.' },
}

/** A reward's state, as a word. */
export function RewardTag({ state }: Pick<RewardProgress, 'state'>) {
  const { word, tone, icon: Icon } = looks[state]
  return (
    <Tag tone={tone} icon={<Icon size={14} aria-hidden />}>
      {word}
    </Tag>
  )
}

/** What a friend's reward still waits for. */
export function WhatIsMissing({ reward }: { reward: RewardProgress }) {
  const { says } = looks[reward.state]
  if (says !== undefined) return <span className="mt-1 block">{says}</span>
  if (reward.state === 'unlocked') return null
  return (
    <span className="mt-1.5 block space-y-1.5">
      <FriendsPart label="Deposit" percent={reward.deposited} />
      <FriendsPart label="Play" percent={reward.played} />
    </span>
  )
}

/** In quarters: a friend's own amounts aren't shown. */
const FriendsPart = ({ label, percent }: { label: string; percent: number }) => (
  <ProgressBar
    label={label}
    percent={percent}
    words={percent === 100 ? 'done' : percent === 0 ? 'not yet a quarter' : `over ${percent} %`}
  />
)
