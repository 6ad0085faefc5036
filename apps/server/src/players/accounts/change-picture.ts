import type { InputOf } from '@pipkin/contract/schemas'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import { uploadPath } from '../../platform/http/uploads.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAccount } from '../factors/confirmations.ts'
import { squarePicture } from './picture.ts'

const change = sql`
  update players.accounts set picture = $2
  where player_id = $1 and closed_at is null and players.is_open($3, $1, $4)
  returning old.picture as replaced`

/**
 * Keeps the picture, re-encoded, as the player's, and removes the one before it. The session that
 * asks is judged again once the picture is drawn.
 */
export async function changePicture(
  { database, uploads }: Pick<AccountDeps, 'database' | 'uploads'>,
  { player, picture: bytes }: InputOf<'changePicture'>,
  session: Session,
): Promise<Result<'changePicture'>> {
  const picture = await squarePicture(bytes)
  if (picture === null) return refuse('notAPicture')
  const name = await uploads.keep(picture)
  const values = [player, name, session.id, session.tokenHash]
  const changed = await database.transaction(async (inside) => {
    await lockAccount(inside, player)
    return maybeOne(inside.rows<{ replaced: string | null }>(change, values))
  })
  if (!changed) {
    // The account was closed meanwhile, or its owner has thrown a thief out.
    await uploads.remove(name)
    return refuse('noSession')
  }
  if (changed.replaced !== null) await uploads.remove(changed.replaced)
  return done<'changePicture'>({ picture: uploadPath(name) }, 'Photo Updated Successfully')
}
