import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * When all journeys are over, the audit goes through everything they left, replaying every round:
 * it must find nothing.
 */
export default function auditAfterAll(): void {
  const data = process.env.E2E_DATA
  // A product that was running before has its data elsewhere.
  if (!data || !existsSync(join(data, 'postgres'))) return
  const report = execFileSync(process.execPath, ['tools/run.mjs', 'audit', '--full'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, PIPKIN_DATA: data },
    encoding: 'utf8',
  })
  process.stdout.write(report)
}
