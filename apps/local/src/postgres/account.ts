import { readFile, stat } from 'node:fs/promises'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import type { Account } from '../guarded-child.ts'

/**
 * The account that PostgreSQL runs as: our own (undefined), unless we are root, which it refuses.
 * Then it is the cluster's owner, or else a system account.
 */
export async function postgresAccount(cluster: string): Promise<Account | undefined> {
  const own = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  if (own !== 0) {
    if (owner && owner.uid !== own) {
      throw new CannotStart(
        `The database in ${cluster} belongs to another account (uid ${owner.uid}): start Pipkin as that account or as root, or delete the folder to start again.`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return systemAccount(await readFile('/etc/passwd', 'utf8'))
}

/** The account of PostgreSQL, on macOS too, or one without rights, from a passwd file's text. */
export function systemAccount(passwd: string): Account {
  const lines = passwd.split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([account]) => account === name) ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new CannotStart(
    'PostgreSQL does not run as root and this machine has no account "postgres" or "nobody": start Pipkin as another user.',
  )
}
