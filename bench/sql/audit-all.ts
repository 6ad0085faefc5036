import { audit, auditReport } from '../../apps/server/src/operator/audit/audit.ts'
import { connect } from '../../apps/server/src/platform/database/database.ts'
import { system } from '../../apps/server/src/platform/process/clock.ts'
import { seeds } from '../../apps/server/test/seeds.ts'

/**
 * Audits a database as `npm run audit` does; says what it found, how long it took, and how much
 * memory and processor time.
 */
export async function auditAll(url: string, say: (line: string) => void): Promise<void> {
  const began = performance.now()
  const before = process.cpuUsage()
  const database = connect(url, {
    connections: 2,
    onError: () => undefined,
    slowAnswersMs: 3_600_000,
  })
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 200)
  const findings = await audit({ database, surroundings: system, seeds }, { full: false })
  clearInterval(looking)
  await database.close()
  const { user, system: kernel } = process.cpuUsage(before)
  say(auditReport(findings))
  say(
    `audited in ${Math.round((performance.now() - began) / 1000)} s, ${Math.round((user + kernel) / 1e6)} s of processor time here; at most ${Math.round(most / 1e6)} MB`,
  )
}
