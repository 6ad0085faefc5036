import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Surroundings } from '../platform/process/clock.ts'

export interface SaferPlayDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly config: Pick<ApiConfig, 'timeZone' | 'profile' | 'help'>
}
