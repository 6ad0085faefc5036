export * from './accounts.ts'
export * from './activity.ts'
export { activityCsvHead, activityCsvLine } from './activity-csv.ts'
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
export { type PublicView, publicView } from './game-views.ts'
export * from './lobby.ts'
export * from './profile.ts'
export * from './referral.ts'
export { commonRefusals, type RefusalCode, refusalMessage, refusals } from './refusals.ts'
export * from './rounds.ts'
export type { CallName } from './schemas/index.ts'
export * from './support.ts'
export * from './transfers.ts'
export * from './validate/index.ts'
export * from './wallet.ts'
