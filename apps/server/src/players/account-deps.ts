import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import type { Mailer } from '../platform/process/mail.ts'
import type { AccountLimits } from './account-limits.ts'
import type { FactorKeys } from './factors/factor-keys.ts'
import type { WebAuthn } from './factors/webauthn.ts'
import type { Mails } from './mails/send-mails.ts'
import type { Passwords } from './passwords/passwords.ts'

/** What the use cases of accounts and sessions need. */
export interface AccountDeps {
  /** `limits: false` lifts the waits and limits, never the five tries of a code. */
  readonly config: Pick<
    ApiConfig,
    | 'limits'
    | 'session'
    | 'publicUrl'
    | 'holdMs'
    | 'linkedForMs'
    | 'factorKey'
    | 'otherFactorKeys'
    | 'profile'
  >
  readonly database: Database
  readonly surroundings: Surroundings
  readonly mailer: Mailer
  /** Those that may be sent after the answer. */
  readonly mails: Pick<Mails, 'sendSoon'>
  readonly passwords: Passwords
  readonly limits: AccountLimits
  readonly factorKeys: FactorKeys
  readonly webauthn: WebAuthn
  /** Asks the register of excluded players; an exclusion of its begins here too. */
  readonly askRegister?: (player: number) => Promise<unknown>
  /** Notes the network that a player signed up or logged in from. */
  seenFrom(player: number, ip: string): Promise<void>
}
