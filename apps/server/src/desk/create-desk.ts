import { hkdfSync } from 'node:crypto'
import type { Duty } from '@pipkin/contract/desk'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { DeskConfig } from '../config.ts'
import { checkDatabase } from '../ledger/check-database.ts'
import type { Database } from '../platform/database/database.ts'
import { answerWhenUp } from '../platform/http/answer-when-up.ts'
import { createCookies } from '../platform/http/cookies.ts'
import { createServer } from '../platform/http/create-server.ts'
import { addSecurityHeaders } from '../platform/http/security-headers.ts'
import { serveWeb } from '../platform/http/serve-web.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import type { Log } from '../platform/process/log.ts'
import { createFactorKeys } from '../players/factors/factor-keys.ts'
import { createWebAuthn } from '../players/factors/webauthn.ts'
import { deskCalls } from './calls.ts'
import type { DeskDeps } from './desk-deps.ts'
import { readDuties, serveDeskCalls } from './serve-calls.ts'
import { useProofKey } from './way-in.ts'

interface DeskAppDeps {
  readonly config: DeskConfig
  /** A login in the role pipkin_operator. */
  readonly database: Database
  readonly surroundings: Surroundings
  readonly log: Log
  readonly publicUrl: URL
  /** The built back office; without one only the calls are served. */
  readonly webDirectory?: string
  /** More work on the database that must be done before the first call is answered. */
  readonly begin?: () => Promise<void>
  /** Called if that work fails though the database is up: the process must end. */
  readonly onRefused?: (error: unknown) => void
}

/**
 * Builds the back office's server, ready to listen. Its calls, cookie and origin are its own; it
 * has no call of the player's API.
 */
export async function createDesk(deps: DeskAppDeps): Promise<FastifyInstance> {
  const { config, database, surroundings, log, publicUrl } = deps
  const https = publicUrl.protocol === 'https:'
  const server = await createServer({
    log,
    metrics: new Registry(),
    publicOrigin: publicUrl.origin,
    trustProxy: config.trustProxy,
  })
  addSecurityHeaders(server, { webDirectory: deps.webDirectory, https })
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', config.factorKey, '', use, 32))
  const desk: DeskDeps = {
    database,
    surroundings,
    publicUrl,
    webauthn: createWebAuthn(publicUrl, 'Pipkin back office'),
    playersUrl: config.playersUrl,
    // Players and operators have keys apart: a stored factor of one can't serve the other.
    factorKeys: createFactorKeys(keyOf('operators')),
    proofKey: keyOf('proofs'),
  }
  let duties: ReadonlyMap<string, Duty> = new Map()
  await answerWhenUp(server, {
    log,
    path: '/desk/api/',
    begin: async () => {
      await checkDatabase(database, 'back office')
      duties = await readDuties(database)
      await useProofKey(desk)
      await deps.begin?.()
    },
    onRefused: deps.onRefused,
  })
  serveDeskCalls(server, {
    deps: desk,
    dutyOf: (act) => duties.get(act),
    cookies: createCookies(https, 'strict'),
    handlers: deskCalls(desk),
  })
  server.get('/healthz', () => ({ status: 'ok' }))
  if (deps.webDirectory) await serveWeb(server, deps.webDirectory, { shell: 'index.html' })
  return server
}
