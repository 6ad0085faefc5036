import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { citusBinaries } from '../../../local/src/cluster/citus.ts'
import { adminUrl, startNodes } from '../../../local/src/cluster/start-nodes.ts'
import { type Postgres, startPostgres } from '../../../local/src/postgres/start-postgres.ts'
import { makeLogins } from '../../../local/src/prepare-database.ts'
import { scratchFolder } from '../../../local/src/testing/scratch-folder.ts'
import { connect, sql } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { spread } from '../../src/platform/database/spread.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { seeds } from '../seeds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The real PostgreSQL of this test run: the migrated template's URL as its owner and as those
     * who work with it.
     */
    postgres: {
      ownerUrl: string
      appUrl: string
      workerUrl: string
      operatorUrl: string
      /** The nodes of a cluster as their superuser, the coordinator first. */
      nodes?: readonly string[]
    }
  }
}

/** Lets the owner empty the tables of a borrowed database, whose triggers would refuse it. */
async function letEmpty(postgres: Postgres): Promise<void> {
  const admin = connect(adminUrl(postgres), { connections: 1, onError: () => undefined })
  await admin.rows(sql`grant set on parameter session_replication_role to pipkin_owner`)
  await admin.close()
}

/**
 * Starts one PostgreSQL for the whole run; each test file copies the migrated database
 * (`freshDatabase`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(scratchFolder(), 'pipkin-test-'))
  const native = project.name === 'cluster' ? await citusBinaries() : undefined
  const [postgres, ...others] = native
    ? await startNodes(native, { dataDir, names: ['coordinator', 'one', 'two'], disposable: true })
    : [await startPostgres({ dataDir, disposable: true })]
  if (!postgres) throw new Error('no PostgreSQL was started')
  await migrate(postgres.ownerUrl)
  const owner = connect(postgres.ownerUrl, { connections: 1, onError: () => undefined })
  await makeLogins(owner)
  await useSeedKeys(owner, seeds)
  await owner.close()
  await letEmpty(postgres)
  const nodes = [postgres, ...others].map(adminUrl)
  if (native) await spread(adminUrl(postgres), others.map(adminUrl))
  project.provide('postgres', {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl(),
    workerUrl: postgres.appUrl('pipkin_worker_login'),
    operatorUrl: postgres.appUrl('pipkin_operator_login'),
    ...(native && { nodes }),
  })
  return async () => {
    await Promise.all([postgres, ...others].map((node) => node.stop()))
    await rm(dataDir, { recursive: true, force: true })
  }
}
