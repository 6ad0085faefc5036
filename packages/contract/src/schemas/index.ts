import type { z } from 'zod'
import type { Answer, Call } from '../call.ts'
import type { commonRefusals } from '../refusals.ts'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { cashier } from './cashier.ts'
import { lobby } from './lobby.ts'
import { profile } from './profile.ts'
import { referral } from './referral.ts'
import { rounds } from './rounds.ts'
import type { CallSpec } from './spec.ts'
import { support } from './support.ts'
import { transfers } from './transfers.ts'
import { wallet } from './wallet.ts'

/** The whole contract with its validation. The browser never loads this entry. */
export const contract = {
  ...accounts,
  ...profile,
  ...lobby,
  ...activity,
  ...wallet,
  ...cashier,
  ...transfers,
  ...referral,
  ...rounds,
  ...support,
} as const satisfies Record<string, CallSpec>

export type Contract = typeof contract
export type CallName = keyof Contract

export const callNames = Object.keys(contract) as readonly CallName[]

/** What a use case is given: decoded and judged. */
export type InputOf<N extends CallName> = Contract[N] extends { input: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>

/** What a use case answers; nothing at all where the call's envelope says it all. */
export type AnswerOf<N extends CallName> = Answer<Contract[N]['call'] & Call>

/** What a use case of this call can refuse for. */
export type RefusalOf<N extends CallName> =
  | Contract[N]['refusals'][number]
  | (typeof commonRefusals)[number]

export type { PlayerId } from './scalars.ts'
export type { CallRules, CallSpec } from './spec.ts'
