import type { LimitKind } from '@pipkin/contract'
import type { Database } from '../../platform/database/database.ts'
import type { Refusal } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import { logOut } from './log-out.ts'

/**
 * Ends the session where an answer says that a limit on deposits or losses is used up, as a profile
 * asks. A stake limit is never used up.
 */
export async function logOutAtLimit<R extends { readonly ok: true } | Refusal>(
  database: Database,
  caller: PlayerCaller,
  result: R,
): Promise<R> {
  if (!result.ok && result.code === 'limitReached') {
    const { limit }: { limit?: { kind: LimitKind } } = Object(result.data)
    if (limit?.kind !== 'stake') await logOut(database, caller)
  }
  return result
}
