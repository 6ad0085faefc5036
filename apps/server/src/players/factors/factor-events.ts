import { type Queryable, sql } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { deviceName } from '../device-name.ts'

/** The events of second factors that an account's owner is notified of. */
export type FactorEvent =
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_counter_back'

const statement = sql`
  select players.notify($1, $2::players.security_event, $3, $4)`

/**
 * Notes an event, with the caller's device, in the database transaction of what it reports.
 * `detail` is a passkey's name.
 */
export async function noteFactorEvent(
  inside: Queryable,
  player: number,
  { userAgent }: Pick<Caller, 'userAgent'>,
  kind: FactorEvent,
  detail = '',
): Promise<void> {
  await inside.rows(statement, [player, kind, deviceName(userAgent), detail])
}
