import type { ApiConfig } from '../config.ts'
import type { Surroundings } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Uploads } from '../platform/uploads.ts'
import type { AccountLimits } from './account-limits.ts'
import type { Passwords } from './passwords.ts'

/** What the accounts are built from. */
export interface AccountDeps {
  /** `limits: false` lifts the waits and limits, never the five tries of a code. */
  readonly config: Pick<ApiConfig, 'limits' | 'session' | 'uploadsDir'>
  readonly database: Database
  readonly surroundings: Surroundings
  readonly mailer: Mailer
}

/** With what they make for themselves. */
export interface AccountParts extends AccountDeps {
  readonly passwords: Passwords
  readonly limits: AccountLimits
  readonly uploads: Uploads
}
