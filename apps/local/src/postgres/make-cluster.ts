import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderAtomically } from '../atomic.ts'
import { type Account, runGuarded } from '../guarded-child.ts'

/** One statement a line, as PostgreSQL's single-user mode reads them. */
const firstStatements = [
  'CREATE ROLE pipkin_owner LOGIN CREATEROLE CREATEDB',
  'CREATE ROLE pipkin_app NOLOGIN',
  'GRANT pipkin_app TO pipkin_owner WITH ADMIN OPTION',
  'CREATE ROLE pipkin_login LOGIN IN ROLE pipkin_app',
  'CREATE DATABASE pipkin OWNER pipkin_owner',
]

/** Makes a cluster with its roles and its database. A folder at `cluster` is always complete. */
export async function makeCluster(
  binaries: string,
  cluster: string,
  account: Account | undefined,
): Promise<void> {
  await makeFolderAtomically(cluster, async (unfinished) => {
    if (account) await chown(unfinished, account.uid, account.gid)
    const runAs = { account, ...clusterPath(unfinished, account) }
    await runGuarded({
      command: join(binaries, 'bin', 'initdb'),
      args: [
        `--pgdata=${runAs.path}`,
        '--username=postgres',
        '--auth=trust',
        '--data-checksums',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      ...runAs,
    })
    await runGuarded({
      command: join(binaries, 'bin', 'postgres'),
      args: ['--single', '-D', runAs.path, '-c', 'exit_on_error=on', 'postgres'],
      input: `${firstStatements.join('\n')}\n`,
      ...runAs,
    })
  })
}

/**
 * The path that PostgreSQL is given for its folder. Another account can't reach a folder under
 * /root, so on Linux the child inherits the open folder and finds it under this path.
 */
export function clusterPath(
  cluster: string,
  account: Account | undefined,
): { path: string; folder?: string } {
  if (!account || process.platform !== 'linux') return { path: cluster }
  return { path: '/proc/self/fd/4', folder: cluster }
}
