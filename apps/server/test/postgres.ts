import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../local/src/postgres/start-postgres.ts'
import { makeLogins } from '../../local/src/prepare-database.ts'
import { scratchFolder } from '../../local/src/testing/scratch-folder.ts'
import { connect } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { useSeedKeys } from '../src/rounds/seed-keys.ts'
import { seeds } from './seeds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The real PostgreSQL of this test run: the migrated template's URL as its owner and as those
     * who work with it.
     */
    postgres: { ownerUrl: string; appUrl: string; workerUrl: string; operatorUrl: string }
  }
}

/**
 * Starts one PostgreSQL for the whole run; each test file copies the migrated database
 * (`freshDatabase`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(scratchFolder(), 'pipkin-test-'))
  const postgres = await startPostgres({ dataDir, disposable: true })
  await migrate(postgres.ownerUrl)
  const owner = connect(postgres.ownerUrl, { connections: 1, onError: () => undefined })
  await makeLogins(owner)
  await useSeedKeys(owner, seeds)
  await owner.close()
  project.provide('postgres', {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl(),
    workerUrl: postgres.appUrl('pipkin_worker_login'),
    operatorUrl: postgres.appUrl('pipkin_operator_login'),
  })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
