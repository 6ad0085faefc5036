import { maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import { type Refusal, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { readAppCode, stepOfCode } from './app-codes.ts'
import { noteFactorEvent } from './factor-events.ts'
import { holdWaysOut } from './hold-ways-out.ts'
import { findRecoveryCode, readRecoveryCode } from './recovery-codes.ts'

/** A factor that was shown. It counts where it can still be used. */
export interface Proof {
  readonly ok: true
  /**
   * Uses it in the database transaction of what it opens, with the account's row locked. False
   * where it was used or removed meanwhile.
   */
  use(inside: Queryable): Promise<boolean>
}

/** Refuses what has neither a code nor what a passkey has signed, or both. */
export const refuseUnlessOne = (given: {
  readonly code?: string | undefined
  readonly assertion?: unknown
}): Refusal<'invalidForm'> | null =>
  (given.code === undefined) === (given.assertion === undefined)
    ? refuse('invalidForm', { parts: { message: 'Please enter a code or use a passkey' } })
    : null

const look = sql`
  select secret, extract(epoch from clock_timestamp())::float8 as now
  from players.totp where player_id = $1 and secret is not null`

// Forward only, in the row's lock: of simultaneous requests with one code one goes on.
const useStep = sql`
  update players.totp set last_step = $3
  where player_id = $1 and secret = $2 and last_step < $3
  returning player_id`

const useRecoveryCode = sql`
  delete from players.recovery_codes where player_id = $1 and code_id = $2
  returning restored`

/** Judges a code of the player's app, or a recovery code. */
export async function proveCode(
  deps: Pick<AccountDeps, 'database' | 'factorKeys' | 'config'>,
  player: number,
  text: string,
  caller: Caller,
): Promise<Proof | Refusal<'factorWrong'>> {
  const { database, factorKeys, config } = deps
  const app = readAppCode(text)
  if (app !== null) {
    const found = await maybeOne(database.rows<{ secret: Buffer; now: number }>(look, [player]))
    const step = found && stepOfCode(factorKeys.decrypt(player, found.secret), app, found.now)
    if (!found || step === undefined || step === null) return refuse('factorWrong')
    return {
      ok: true,
      use: async (inside) => (await inside.rows(useStep, [player, found.secret, step])).length > 0,
    }
  }
  const recovery = readRecoveryCode(text)
  const id = recovery === null ? null : await findRecoveryCode(deps, player, recovery)
  if (id === null) return refuse('factorWrong')
  return {
    ok: true,
    async use(inside) {
      const used = await maybeOne(inside.rows<{ restored: boolean }>(useRecoveryCode, [player, id]))
      if (!used) return false
      if (used.restored) await holdWaysOut(inside, player, config.holdMs)
      await noteFactorEvent(inside, player, caller, 'recovery_code_used')
      return true
    },
  }
}
