import { type Database, maybeOne, sql } from '../../platform/database/database.ts'

/** The path that a stored picture is served under. */
export const picturePath = (name: string): string => `/uploads/${name}`

const names = /^[0-9a-f]{32}\.webp$/

const statement = sql`select picture_webp as webp from players.accounts where picture = $1`

/** The picture of that name, which can't be guessed, or null if no account has it. */
export async function openPicture(database: Database, name: string): Promise<Buffer | null> {
  if (!names.test(name)) return null
  const found = await maybeOne(database.rows<{ webp: Buffer }>(statement, [name]))
  return found?.webp ?? null
}
