import { chown, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { socketPathBytes } from '../../../server/src/platform/process/hold-folder.ts'
import type { Account } from '../guarded-child.ts'

const prefix = 'pipkin-'
const longestName = `${prefix}XXXXXX/.s.PGSQL.5432.lock`

/**
 * Makes a new folder for the server's socket, which only `account` and root can enter, with a link
 * `sockets` to it in `parent`. Only its permissions control access: a user who enters it can
 * connect as any role. Removes the folder that a killed process left.
 */
export async function makeSocketFolder(
  parent: string,
  account: Account | undefined,
): Promise<string> {
  await removeSocketFolder(parent)
  // Another account may not see root's own TMPDIR.
  const short = Buffer.byteLength(join(tmpdir(), longestName)) <= socketPathBytes
  const folder = await mkdtemp(join(short && !account ? tmpdir() : '/tmp', prefix))
  if (account) await chown(folder, account.uid, account.gid)
  await symlink(folder, join(parent, 'sockets'))
  return folder
}

/** Leaves another account's folder: it is empty and harmless. */
export async function removeSocketFolder(parent: string): Promise<void> {
  const link = join(parent, 'sockets')
  const last = await readlink(link).catch(() => undefined)
  if (!last) return
  if (basename(last).startsWith(prefix))
    await rm(last, { recursive: true, force: true }).catch(() => {})
  await rm(link)
}
