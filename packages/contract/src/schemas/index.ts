import type { z } from 'zod'
import type { commonRefusals } from '../refusals.ts'
import type { Codec, Value } from '../wire.ts'
import { accounts } from './accounts.ts'
import { activity } from './activity.ts'
import { cashier } from './cashier.ts'
import { limits } from './limits.ts'
import { lobby } from './lobby.ts'
import { profile } from './profile.ts'
import { referral } from './referral.ts'
import { rounds } from './rounds.ts'
import { solvency } from './solvency.ts'
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
  ...limits,
  ...referral,
  ...rounds,
  ...solvency,
  ...support,
} as const satisfies Record<string, CallSpec>

export type Contract = typeof contract
export type CallName = keyof Contract

export const callNames = Object.keys(contract) as readonly CallName[]

/** What a use case is given: decoded and judged. */
export type InputOf<N extends CallName> = Contract[N] extends { input: infer S extends z.ZodType }
  ? z.output<S>
  : Record<never, never>

/** What a use case answers: the envelope alone, a file, or what the call's codec takes. */
export type AnswerOf<N extends CallName> = Contract[N]['call'] extends { kind: 'file' }
  ? FileAnswer
  : Contract[N]['call'] extends { answer: Codec<infer T> }
    ? T
    : Record<never, never>

/** A file that is sent piece by piece. */
export interface FileAnswer {
  readonly name: string
  readonly type: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

export type RefusalDataOf<N extends CallName> = Contract[N]['call'] extends {
  refusalData: infer D
}
  ? { [K in keyof D]: Value<D[K]> }
  : Record<never, never>

/** What a use case of this call can refuse for. */
export type RefusalOf<N extends CallName> =
  | Contract[N]['refusals'][number]
  | (typeof commonRefusals)[number]

export { grownAge, type PlayProfile, playProfiles, readPlayProfiles } from './play-profiles.ts'
export { type FkrIs, type PlayRules, playRulesOf, readFkrIs } from './play-rules.ts'
export type { PlayerId } from './scalars.ts'
export type { CallLimit, CallRules, CallSpec } from './spec.ts'
