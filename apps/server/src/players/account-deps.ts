import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Uploads } from '../platform/http/uploads.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import type { Mailer } from '../platform/process/mail.ts'
import type { AccountLimits } from './account-limits.ts'
import type { Passwords } from './passwords/passwords.ts'

/** What the use cases of accounts and sessions need. */
export interface AccountDeps {
  /** `limits: false` lifts the waits and limits, never the five tries of a code. */
  readonly config: Pick<ApiConfig, 'limits' | 'session' | 'uploadsDir'>
  readonly database: Database
  readonly surroundings: Surroundings
  readonly mailer: Mailer
  readonly passwords: Passwords
  readonly limits: AccountLimits
  readonly uploads: Uploads
}
