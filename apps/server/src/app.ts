import type { FastifyInstance } from 'fastify'
import type { ApiConfig } from './config.ts'
import type { Surroundings } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'

/** What every capability is built from. */
export interface Parts {
  readonly config: ApiConfig
  readonly database: Database
  readonly surroundings: Surroundings
  readonly log: Log
}

export type CreateApp = (parts: Parts) => Promise<FastifyInstance>
