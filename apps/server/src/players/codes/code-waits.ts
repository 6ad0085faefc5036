import { refuse } from '../../platform/http/answer.ts'

/** A code that was mailed to the address within the last hour. */
export interface MailedCode {
  /** Mailed to the browser, or the session, that asks now. */
  readonly own: boolean
  readonly network: string
  readonly age_ms: number
}

interface Lane {
  /** So many codes come without a wait. */
  readonly atOnce: number
  /** Then one comes each time this has passed. */
  readonly spacingMs: number
}

const hourMs = 3_600_000
const ofBrowser = { most: 5, spacingMs: 60_000 }
// One network sends 11 mails an hour, fewer than all networks together get without a wait: it can't
// make a browser elsewhere wait.
const ofNetwork: Lane = { atOnce: 5, spacingMs: 10 * 60_000 }
const inAll: Lane = { atOnce: 15, spacingMs: 3 * 60_000 }

/**
 * Refuses a code that an address can't have yet. A browser that has had one waits for its own codes
 * alone. Browsers that come new wait for those of their network, and of all; they are slowed down
 * and never locked out, or a stranger's requests would use up the owner's.
 *
 * @param mailed the codes of the address within the last hour, newest first
 */
export function refuseTooManyCodes(mailed: readonly MailedCode[], network: string) {
  const [newest, , , , fifth] = mailed.filter(({ own }) => own)
  if (fifth !== undefined) return tooMany(hourMs - fifth.age_ms)
  if (newest !== undefined)
    return newest.age_ms < ofBrowser.spacingMs
      ? refuse('codeTooSoon', {
          parts: { seconds: String(Math.ceil((ofBrowser.spacingMs - newest.age_ms) / 1000)) },
        })
      : null
  const waitMs = Math.max(
    waitOf(
      ofNetwork,
      mailed.filter((code) => code.network === network),
    ),
    waitOf(inAll, mailed),
  )
  return waitMs > 0 ? tooMany(waitMs) : null
}

const tooMany = (retryAfterMs: number) => refuse('codeTooMany', { retryAfterMs })

const waitOf = ({ atOnce, spacingMs }: Lane, [newest, ...earlier]: readonly MailedCode[]) =>
  newest === undefined || earlier.length + 1 < atOnce ? 0 : spacingMs - newest.age_ms
