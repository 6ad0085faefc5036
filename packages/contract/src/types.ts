import type { z } from 'zod'
import type { CallName } from './calls.ts'
import type { commonRefusals, RefusalCode } from './refusals.ts'
import type { Contract } from './schemas.ts'

type QueryOf<C> = C extends { query: infer S extends z.ZodType } ? S : never
type BodyOf<C> = C extends { body: infer S extends z.ZodType } ? S : never

/** What a use case is given: parsed, in the trade's types. */
export type InputOf<N extends CallName> = ([QueryOf<Contract[N]>] extends [never]
  ? unknown
  : z.output<QueryOf<Contract[N]>>) &
  ([BodyOf<Contract[N]>] extends [never] ? unknown : z.output<BodyOf<Contract[N]>>)

/** What a use case answers with, before it goes onto the wire. */
export type AnswerOf<N extends CallName> = z.input<Contract[N]['answer']>

/** What the browser sends. */
export type WireQuery<N extends CallName> = [QueryOf<Contract[N]>] extends [never]
  ? undefined
  : z.input<QueryOf<Contract[N]>>
export type WireBody<N extends CallName> = [BodyOf<Contract[N]>] extends [never]
  ? undefined
  : z.input<BodyOf<Contract[N]>>

/** What the browser is answered where `Status` is true. */
export type WireAnswer<N extends CallName> = z.output<Contract[N]['answer']>

export type RefusalOf<N extends CallName> =
  | Contract[N]['refusals'][number]
  | (typeof commonRefusals)[number]
export type RefusalDataOf<N extends CallName> = Contract[N] extends { refusalData: infer D }
  ? { [K in keyof D]: D[K] extends z.ZodType ? z.input<D[K]> : never }
  : Record<never, never>

export type { RefusalCode }
export type Game = WireAnswer<'gameList'>['Data'][number]
export type RoundView = WireAnswer<'playRound'>['Data']
export type Fairness = WireAnswer<'fairness'>['Data']
export type Proof = WireAnswer<'roundProof'>['Data']
export type TransactionRow = WireAnswer<'transactions'>['Data'][number]
export type WalletBalances = WireAnswer<'walletList'>['Data']
export type ChainInfo = WireAnswer<'findWalletAdr'>['Data']
export type OperationStatus = WireAnswer<'depositStatus'>['Data']
export type Invite = WireAnswer<'inviteCode'>['Data']
export type ReferralTerms = WireAnswer<'referralTerms'>['Data']
export type TeamMember = WireAnswer<'referTeam'>['referralLinks'][number]
export type LevelEarning = WireAnswer<'levelEarning'>['referralLinks'][number]
export type EarningLevel = NonNullable<WireAnswer<'levelEarning'>['Levels']>[number]
export type OpenOperation = WireAnswer<'openOperations'>['Data'][number]
export type TopPlayer = WireAnswer<'topPlayers'>['Data'][number]
export type TopWinner = WireAnswer<'topWinners'>['Data'][number]
export type ActivityRow = WireAnswer<'todayActivity'>['Data'][number]
export type ActivityTotals = WireAnswer<'activityTotals'>['Data']
export type Profile = WireAnswer<'userList'>['Data'][number]
export type Notice = WireAnswer<'notifications'>['Data'][number]
export type SupportCase = WireAnswer<'supportCases'>['Data'][number]
