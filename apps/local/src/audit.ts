import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { audit, auditReport } from '../../server/src/operator/audit/audit.ts'
import { system } from '../../server/src/platform/clock.ts'
import { connect } from '../../server/src/platform/database.ts'
import { CannotStart } from './cannot-start.ts'
import { findPostgres } from './postgres/find-postgres.ts'
import { startPostgres } from './postgres/start-postgres.ts'

/** `npm run audit [-- --full]`: on DATABASE_URL, else on PIPKIN_DATA's database, whether the product runs or not. */

try {
  const opened = await openDatabase()
  const database = connect(opened.url, { connections: 2, onError: () => undefined, slowAnswersMs: 3_600_000 })
  const findings = await audit({ database, surroundings: system }, { full: process.argv.includes('--full') })
  await database.close()
  await opened.close()
  process.stdout.write(`${auditReport(findings)}\n`)
  process.exitCode = findings.some((finding) => finding.found.length > 0) ? 1 : 0
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, close: async () => undefined }
  const dataDir = resolve(process.env.PIPKIN_DATA ?? '.data')
  const running = await findPostgres(dataDir)
  if (running) return { url: running.appUrl(), close: async () => undefined }
  if (!existsSync(join(dataDir, 'postgres')))
    throw new CannotStart(
      `There is no database in ${dataDir}: name the folder in PIPKIN_DATA, or a database in DATABASE_URL.`,
    )
  const postgres = await startPostgres({ dataDir })
  return { url: postgres.appUrl(), close: () => postgres.stop() }
}
