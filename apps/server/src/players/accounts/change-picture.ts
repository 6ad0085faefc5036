import type { InputOf } from '@pipkin/contract/schemas'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import { uploadPath } from '../../platform/http/uploads.ts'
import type { AccountDeps } from '../account-deps.ts'
import { squarePicture } from './picture.ts'

const change = sql`
  update players.accounts set picture = $2 where player_id = $1 and closed_at is null
  returning old.picture as replaced`

/** Keeps the picture, re-encoded, as the player's, and removes the one before it. */
export async function changePicture(
  { database, uploads }: Pick<AccountDeps, 'database' | 'uploads'>,
  { player, picture: bytes }: InputOf<'changePicture'>,
): Promise<Result<'changePicture'>> {
  const picture = await squarePicture(bytes)
  if (picture === null) return refuse('notAPicture')
  const name = await uploads.keep(picture)
  const changed = await maybeOne(database.rows<{ replaced: string | null }>(change, [player, name]))
  if (!changed) {
    // The account was closed meanwhile.
    await uploads.remove(name)
    return refuse('noSession')
  }
  if (changed.replaced !== null) await uploads.remove(changed.replaced)
  return done<'changePicture'>({ picture: uploadPath(name) }, 'Photo Updated Successfully')
}
