import { chown, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Account } from '../guarded-child.ts'
import { socketPathBytes } from '../hold-folder.ts'

const prefix = 'pipkin-'
const longestName = `${prefix}XXXXXX/.s.PGSQL.5432.lock`

/**
 * A new folder for the server's socket that only `account` and root can enter; a link `sockets` in
 * `place` leads to it. Whoever can enter it may connect as any role: nothing but its permissions
 * keeps others out. The folder of the start before, which a killed process left, is removed.
 */
export async function makeSocketFolder(
  place: string,
  account: Account | undefined,
): Promise<string> {
  await removeSocketFolder(place)
  // Another account may not see root's own TMPDIR.
  const short = Buffer.byteLength(join(tmpdir(), longestName)) <= socketPathBytes
  const folder = await mkdtemp(join(short && !account ? tmpdir() : '/tmp', prefix))
  if (account) await chown(folder, account.uid, account.gid)
  await symlink(folder, join(place, 'sockets'))
  return folder
}

/** What another account left stays: it is empty and harms nothing. */
export async function removeSocketFolder(place: string): Promise<void> {
  const link = join(place, 'sockets')
  const last = await readlink(link).catch(() => undefined)
  if (!last) return
  if (basename(last).startsWith(prefix))
    await rm(last, { recursive: true, force: true }).catch(() => {})
  await rm(link)
}
