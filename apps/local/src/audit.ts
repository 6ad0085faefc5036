import { audit, auditReport } from '../../server/src/operator/audit/audit.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { system } from '../../server/src/platform/process/clock.ts'
import { CannotStart } from './cannot-start.ts'
import { openDatabase } from './open-database.ts'

/** `npm run audit [-- --full]`, on DATABASE_URL or else PIPKIN_DATA's database. */

try {
  const opened = await openDatabase(
    'pipkin_worker_login',
    process.env.WORKER_DATABASE_URL ?? process.env.DATABASE_URL,
  )
  const database = connect(opened.url, {
    connections: 2,
    onError: () => undefined,
    slowAnswersMs: 3_600_000,
  })
  const findings = await audit(
    { database, surroundings: system },
    { full: process.argv.includes('--full') },
  )
  await database.close()
  await opened.close()
  process.stdout.write(`${auditReport(findings)}\n`)
  process.exitCode = findings.some((finding) => finding.found.length > 0) ? 1 : 0
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
