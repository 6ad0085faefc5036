import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/call.ts'
import { createLimit, noLimit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { listCases } from './list-cases.ts'
import { listNotices } from './list-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'
import { openCase } from './open-case.ts'

interface SupportDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly config: Pick<ApiConfig, 'limits'>
}

/** The calls about support cases and notifications. */
export function supportCalls({
  database,
  surroundings,
  config,
}: SupportDeps): Handlers<'openCase' | 'listCases' | 'listNotices' | 'markNoticesRead'> {
  const casesOfPlayer = config.limits
    ? createLimit(database, { name: 'support case', attempts: 20, windowSeconds: 86_400 })
    : noLimit
  return {
    openCase: (input) => openCase({ database, surroundings, casesOfPlayer }, input),
    listCases: ({ player }) => listCases(database, player),
    listNotices: (input) => listNotices(database, input),
    markNoticesRead: ({ player }) => markNoticesRead(database, player),
  }
}
