import type { InputOf } from '@pipkin/contract/schemas'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAccount } from '../factors/confirmations.ts'
import { squarePicture } from './picture.ts'
import { picturePath } from './stored-picture.ts'

const change = sql`
  update players.accounts set picture = $2, picture_webp = $5
  where player_id = $1 and closed_at is null and players.is_open($3, $1, $4)
  returning player_id`

/**
 * Keeps the picture, re-encoded, as the player's, in place of the one before. The session that asks
 * is judged again once the picture is drawn.
 */
export async function changePicture(
  { database, surroundings }: Pick<AccountDeps, 'database' | 'surroundings'>,
  { player, picture: bytes }: InputOf<'changePicture'>,
  session: Session,
): Promise<Result<'changePicture'>> {
  const picture = await squarePicture(bytes)
  if (picture === null) return refuse('notAPicture')
  const name = `${surroundings.randomBytes(16).toString('hex')}.webp`
  const values = [player, name, session.id, session.tokenHash, picture]
  const changed = await database.transaction(async (inside) => {
    await lockAccount(inside, player)
    return maybeOne(inside.rows(change, values))
  })
  // The account was closed meanwhile, or its owner has thrown a thief out.
  if (!changed) return refuse('noSession')
  return done<'changePicture'>({ picture: picturePath(name) }, 'Photo Updated Successfully')
}
