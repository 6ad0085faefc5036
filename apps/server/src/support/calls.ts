import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/call.ts'
import { createLimit, noLimit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { listCases } from './list-cases.ts'
import { listNotices } from './list-notices.ts'
import { openCase } from './open-case.ts'
import { readNotices } from './read-notices.ts'

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
}: SupportDeps): Handlers<'insertLogs' | 'supportCases' | 'notifications' | 'readNotifications'> {
  const casesOfPlayer = config.limits
    ? createLimit(database, { name: 'support case', attempts: 20, windowSeconds: 86_400 })
    : noLimit
  return {
    insertLogs: (input, { session }) =>
      openCase(
        { database, surroundings, casesOfPlayer },
        { player: session.player, hash: input.TXHash, amount: input.amount, event: input.event },
      ),
    supportCases: (_, { session }) => listCases(database, session.player),
    notifications: (input, { session }) => listNotices(database, session.player, input),
    readNotifications: (_, { session }) => readNotices(database, session.player),
  }
}
