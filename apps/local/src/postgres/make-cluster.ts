import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, runGuarded } from '../guarded-child.ts'
import { makeBeside } from '../make-beside.ts'
import { clusterPath } from './cluster-path.ts'

/** One statement a line, as PostgreSQL's single-user mode reads them. */
const firstStatements = [
  'CREATE ROLE pipkin_owner LOGIN CREATEROLE CREATEDB',
  'CREATE ROLE pipkin_app NOLOGIN',
  'GRANT pipkin_app TO pipkin_owner WITH ADMIN OPTION',
  'CREATE ROLE pipkin_login LOGIN IN ROLE pipkin_app',
  'CREATE DATABASE pipkin OWNER pipkin_owner',
]

/** Makes a cluster with its roles and its database; what stands at `cluster` is whole. */
export async function makeCluster(
  binaries: string,
  cluster: string,
  account: Account | undefined,
): Promise<void> {
  await makeBeside(cluster, async (beside) => {
    if (account) await chown(beside, account.uid, account.gid)
    const place = { account, ...clusterPath(beside, account) }
    await runGuarded({
      command: join(binaries, 'bin', 'initdb'),
      args: [
        `--pgdata=${place.path}`,
        '--username=postgres',
        '--auth=trust',
        '--data-checksums',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      ...place,
    })
    await runGuarded({
      command: join(binaries, 'bin', 'postgres'),
      args: ['--single', '-D', place.path, '-c', 'exit_on_error=on', 'postgres'],
      input: `${firstStatements.join('\n')}\n`,
      ...place,
    })
  })
}
