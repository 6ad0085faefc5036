import { chown, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, runGuarded } from '../guarded-child.ts'
import { clusterPath } from './cluster-path.ts'

const unfinished = 'unfinished-'

/** One statement a line, as PostgreSQL's single-user mode reads them. */
const firstStatements = [
  'CREATE ROLE pipkin_owner LOGIN CREATEROLE CREATEDB',
  'CREATE ROLE pipkin_app NOLOGIN',
  'GRANT pipkin_app TO pipkin_owner WITH ADMIN OPTION',
  'CREATE ROLE pipkin_login LOGIN IN ROLE pipkin_app',
  'CREATE DATABASE pipkin OWNER pipkin_owner',
]

/**
 * Makes a cluster with its roles and its database. It is made beside and renamed when all is done, so a
 * folder at `cluster` is always whole; what a killed attempt left is removed.
 */
export async function makeCluster(
  binaries: string,
  cluster: string,
  account: Account | undefined,
): Promise<void> {
  const place = dirname(cluster)
  for (const name of await readdir(place)) {
    if (name.startsWith(unfinished)) await rm(join(place, name), { recursive: true, maxRetries: 5 })
  }
  const beside = await mkdtemp(join(place, unfinished))
  if (account) await chown(beside, account.uid, account.gid)
  const { path, folder } = clusterPath(beside, account)
  await runGuarded({
    command: join(binaries, 'bin', 'initdb'),
    args: [
      `--pgdata=${path}`,
      '--username=postgres',
      '--auth=trust',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    account,
    folder,
  })
  await runGuarded({
    command: join(binaries, 'bin', 'postgres'),
    args: ['--single', '-D', path, '-c', 'exit_on_error=on', 'postgres'],
    input: `${firstStatements.join('\n')}\n`,
    account,
    folder,
  })
  await rename(beside, cluster)
}
