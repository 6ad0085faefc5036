import { parseArgs } from 'node:util'
import { readSeedKeys } from '../../server/src/config.ts'
import { audit, auditReport } from '../../server/src/operator/audit/audit.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { system } from '../../server/src/platform/process/clock.ts'
import { orSayWhyNot } from '../../server/src/platform/why-not.ts'
import { checkSeedKeys, createSeedKeys } from '../../server/src/rounds/seed-keys.ts'
import { keepSecret } from './keep-secret.ts'
import { localDataDir, openDatabase } from './open-database.ts'

/**
 * `npm run audit [-- --full]`, on WORKER_DATABASE_URL, else DATABASE_URL, else PIPKIN_DATA's
 * database.
 */

await orSayWhyNot(async () => {
  const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
  const given = process.env.WORKER_DATABASE_URL || process.env.DATABASE_URL
  const opened = await openDatabase('pipkin_worker_login', given)
  const keys = readSeedKeys(
    given ? process.env : { SEED_KEY: await keepSecret(localDataDir(), 'seed-key') },
  )
  const database = connect(opened.url, {
    connections: 2,
    onError: () => undefined,
    slowAnswersMs: 3_600_000,
  })
  const seeds = createSeedKeys(keys.seedKey, keys.oldSeedKeys)
  await checkSeedKeys(database, seeds)
  const findings = await audit({ database, surroundings: system, seeds }, values)
  await database.close()
  await opened.close()
  process.stdout.write(`${auditReport(findings)}\n`)
  process.exitCode = findings.some((finding) => finding.found.length > 0) ? 1 : 0
})
