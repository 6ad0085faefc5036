import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../local/src/postgres/start-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The real PostgreSQL of this test run: the owner's and the application's URL of the migrated template. */
    postgres: { ownerUrl: string; appUrl: string }
  }
}

/** Starts one PostgreSQL for the whole run; each test file copies the migrated database (`freshDatabase`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipkin-test-'))
  const postgres = await startPostgres({ dataDir })
  await migrate(postgres.ownerUrl)
  project.provide('postgres', { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl() })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
