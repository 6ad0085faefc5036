import type { InputOf } from '@pipkin/contract/schemas'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { type ExportDeps, exportProofs } from '../rounds/proofs/export-proofs.ts'
import { exportActivity } from './export-activity.ts'
import { readPeriod } from './period.ts'
import type { TimeZones } from './time-zones.ts'
import { type Downloader, whileAlive } from './while-alive.ts'

/** A file of the player's rounds: the activity as CSV, or the signed history of proofs as JSON. */
export async function exportHistory(
  deps: ExportDeps & { zones: TimeZones },
  { player, format, ...asked }: InputOf<'exportHistory'>,
  session: Downloader,
): Promise<Result<'exportHistory'>> {
  const period = await readPeriod(deps.database, deps.zones, asked)
  if (period === null) return refuse('malformed')
  const alive = { ...deps, pages: whileAlive(deps.database, deps.pages, session) }
  return done<'exportHistory'>(
    format === 'csv'
      ? {
          name: 'pipkin-activity.csv',
          type: 'text/csv; charset=utf-8',
          content: exportActivity(alive, player, period),
        }
      : {
          name: 'pipkin-proofs.json',
          type: 'application/json',
          content: exportProofs(alive, player, period),
        },
  )
}
