import type { RewardProgress, RewardState } from '@pipkin/contract'

/** A row of `referral.shown_rewards`. */
export interface ProgressRow {
  readonly state: RewardState
  /** In quarters: 0, 25, 50, 75, 100. */
  readonly deposit_progress: number
  readonly play_progress: number
}

/** What a referrer sees of a friend's reward. */
export const rewardProgress = (
  row: ProgressRow,
): { isLocked: boolean; reward: RewardProgress } => ({
  isLocked: row.state !== 'unlocked',
  reward: { state: row.state, deposited: row.deposit_progress, played: row.play_progress },
})
