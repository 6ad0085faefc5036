import type { PlayerId } from '@pipkin/contract/schemas'
import { maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { TransferDeps } from './transfer-deps.ts'

const statement = sql`select name from players.accounts where player_id = $1 and closed_at is null`

/** Shows enough of a receiver's name to notice a mistyped id: the first letter. */
export async function findReceiver(
  { database }: TransferDeps,
  { sender, receiver }: { sender: PlayerId; receiver: PlayerId },
): Promise<Result<'findReceiver'>> {
  if (receiver === sender) return refuse('sameReceiver')
  const account = await maybeOne(database.rows<{ name: string }>(statement, [receiver]))
  if (!account) return refuse('receiverUnknown')
  const [initial = ''] = account.name
  return done<'findReceiver'>({ name: `${initial}••••` })
}
