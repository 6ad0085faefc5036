import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/call.ts'
import { createLimit, noLimit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { listCases } from './list-cases.ts'
import { listNotices } from './list-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'
import { openCase } from './open-case.ts'
import { listThreads, readMessagePicture, readThread } from './read-threads.ts'
import { acceptTerms, readTerms } from './terms.ts'
import { type VisitorLimits, writeAsVisitor, writeToSupport } from './write-message.ts'

interface SupportDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly config: Pick<ApiConfig, 'limits'>
}

type SupportCall =
  | 'openCase'
  | 'listCases'
  | 'writeToSupport'
  | 'writeAsVisitor'
  | 'listThreads'
  | 'readThread'
  | 'readMessagePicture'
  | 'listNotices'
  | 'markNoticesRead'
  | 'readTerms'
  | 'acceptTerms'

/** The calls about support cases and notifications. */
export function supportCalls({
  database,
  surroundings,
  config,
}: SupportDeps): Handlers<SupportCall> {
  const limit = (name: string, attempts: number, windowSeconds: number) =>
    config.limits ? createLimit(database, { name, attempts, windowSeconds }) : noLimit
  const casesOfPlayer = limit('support case', 20, 86_400)
  const visitors: VisitorLimits = {
    ofNetwork: limit('support visitor network', 5, 3_600),
    ofWideNetwork: limit('support visitor wide network', 50, 3_600),
    ofAddress: limit('support visitor address', 5, 86_400),
    ofAll: limit('support visitors', 500, 3_600),
  }
  return {
    openCase: (input) => openCase({ database, surroundings, casesOfPlayer }, input),
    listCases: ({ player }) => listCases(database, player),
    writeToSupport: (input, { session }) =>
      writeToSupport({ database, surroundings }, input, session),
    writeAsVisitor: (input, { ip }) =>
      writeAsVisitor({ database, surroundings, visitors }, input, ip),
    listThreads: ({ player }) => listThreads(database, player),
    readThread: (input) => readThread(database, input),
    readMessagePicture: (input) => readMessagePicture(database, input),
    listNotices: (input) => listNotices(database, input),
    readTerms: () => readTerms(database),
    acceptTerms: ({ terms }, { session: { player } }) => acceptTerms(database, player, terms),
    markNoticesRead: ({ player }) => markNoticesRead(database, player),
  }
}
