import { refuse } from '../../platform/http/answer.ts'

/** What was mailed to a mailbox within the last hour: a code, or a link for a new password. */
export interface MailedCode {
  /** Mailed to the browser, or the session, that asks now. */
  readonly own: boolean
  readonly network: string
  readonly age_ms: number
}

interface Lane {
  /** How many come without a wait. */
  readonly atOnce: number
  /** Then one comes each time this has passed. */
  readonly spacingMs: number
}

const hourMs = 3_600_000
const ownSpacingMs = 60_000
// One network sends 11 mails an hour, fewer than all networks together get without a wait: it can't
// make a browser elsewhere wait.
const ofNetwork: Lane = { atOnce: 5, spacingMs: 10 * 60_000 }
const inAll: Lane = { atOnce: 15, spacingMs: 3 * 60_000 }

/**
 * Refuses a code that a mailbox can't have yet. A browser that has had one waits for its own codes
 * alone. Browsers that come new wait for those of their network, and of all; they are slowed down
 * and never locked out, or a stranger's requests would use up the owner's.
 *
 * @param mailed the codes of the mailbox within the last hour, newest first
 */
export function refuseTooManyCodes(mailed: readonly MailedCode[], network: string) {
  const newest = mailed.find(({ own }) => own)
  const waitMs = newest ? waitOfOwn(mailed) : waitOfStrangers(mailed, network)
  if (waitMs > 0) return refuse('codeTooMany', { retryAfterMs: waitMs })
  if (newest === undefined || newest.age_ms >= ownSpacingMs) return null
  return refuse('codeTooSoon', {
    parts: { seconds: String(Math.ceil((ownSpacingMs - newest.age_ms) / 1000)) },
  })
}

/** How long a browser waits for the sixth of its own mails in an hour. */
export function waitOfOwn(mailed: readonly MailedCode[]): number {
  const [, , , , fifth] = mailed.filter(({ own }) => own)
  return fifth === undefined ? 0 : hourMs - fifth.age_ms
}

/** How long a browser waits that comes new. */
export const waitOfStrangers = (mailed: readonly MailedCode[], network: string): number =>
  Math.max(
    0,
    waitOf(
      ofNetwork,
      mailed.filter((code) => code.network === network),
    ),
    waitOf(inAll, mailed),
  )

const waitOf = ({ atOnce, spacingMs }: Lane, [newest, ...earlier]: readonly MailedCode[]) =>
  newest === undefined || earlier.length + 1 < atOnce ? 0 : spacingMs - newest.age_ms
