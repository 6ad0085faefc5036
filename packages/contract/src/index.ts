export * from './accounts.ts'
export * from './activity.ts'
export { activityCsvHead, activityCsvLine } from './activity-csv.ts'
export * from './balances.ts'
export * from './bets.ts'
export {
  type Answer,
  type Call,
  decodeAnswer,
  decodeEnvelope,
  decodeRefusalData,
  encodeEnvelope,
  encodeInput,
  encodeRefusal,
  type Input,
  type Outcome,
  type RefusalData,
} from './call.ts'
export * from './cashier.ts'
export type { Confirmation, ConfirmWay } from './confirmation.ts'
export * from './edit-profile.ts'
export * from './factors.ts'
export * from './fairness.ts'
export * from './fees.ts'
export { type PublicView, publicView } from './game-views.ts'
export { limitName } from './limit-name.ts'
export * from './limits.ts'
export * from './lobby.ts'
export * from './notices.ts'
export * from './payouts.ts'
export * from './profile.ts'
export * from './rankings.ts'
export * from './referral.ts'
export {
  commonRefusals,
  type FrozenBy,
  frozenMessages,
  type RefusalCode,
  refusalMessage,
  refusals,
} from './refusals.ts'
export * from './rounds.ts'
export type { CallName } from './schemas/index.ts'
export * from './security.ts'
export * from './session.ts'
export * from './solvency.ts'
export { splitStake, stakeableOf } from './stake-split.ts'
export * from './support.ts'
export * from './terms.ts'
export * from './transactions.ts'
export * from './transfers.ts'
export * from './validate/index.ts'
