import type { SecurityEvent } from '@pipkin/contract'
import type { Mail } from '../../platform/process/mail.ts'
import { shownAddress } from '../../platform/shown-address.ts'

/** What a security mail or notice is about. */
export interface SecurityFacts {
  readonly kind: SecurityEvent
  /** Browser and system in words; empty where no browser did it. */
  readonly device: string
  /** An address, an amount. */
  readonly detail: string
}

type Words = (facts: Pick<SecurityFacts, 'device' | 'detail'>) => string

/** Each event in a sentence. Mails and notices show it; the events of a player's screen too. */
const sentences: Readonly<Record<SecurityEvent, Words>> = {
  newDevice: ({ device }) => `Your account was logged in to from a new device: ${device}.`,
  walletLinked: ({ detail }) => `The wallet ${detail} was linked. My Wallet says when it is paid.`,
  walletUnlinked: ({ detail }) => `The wallet ${detail} was unlinked.`,
  accountsJoined: ({ detail }) =>
    `The wallet ${detail} was signed for in two accounts. Limits and breaks of either hold in both.`,
  withdrawalRequested: ({ detail }) => `A withdrawal was asked for: ${detail}.`,
  withdrawalPaid: ({ detail }) => `A withdrawal was paid: ${detail}.`,
  largeSend: ({ detail }) => `A large amount was sent: ${detail}.`,
  passwordChanged: ({ detail }) =>
    `Your password was changed. All other devices are logged out.${linkedLately(detail)}`,
  passwordReset: ({ detail }) =>
    `Your password was reset by a mailed link. Every device is logged out.${linkedLately(detail)}`,
  resetRequested: () => 'A link to set a new password was asked for.',
  emailChanged: ({ detail }) => `The email address of your account was changed to ${detail}.`,
  totpAdded: () => 'An authenticator app was added.',
  totpRemoved: () => 'The authenticator app was removed.',
  recoveryCodeUsed: () => 'A recovery code was used.',
  passkeyAdded: ({ detail }) => `A passkey was added${named(detail)}.`,
  passkeyRemoved: ({ detail }) => `A passkey was removed${named(detail)}.`,
  passkeyCounterBack: ({ detail }) =>
    `A passkey${named(detail)} counted backwards. A copy of it may exist.`,
  factorMissing: () =>
    'Your password was given to log in, and no second factor after it. If it was not you, another person knows your password: set a new one.',
  frozen: () =>
    'Your account is frozen: no log-in, no bet, no money out. Passkeys and apps that were added in the 7 days before were removed. Set a new password to open it again; where there is a second factor, the log-in with it does.',
}

/** Names the wallets that another person may have linked. */
const linkedLately = (addresses: string): string =>
  addresses === ''
    ? ''
    : ` Look at the wallets that were linked lately, and unlink what isn't yours: ${addresses}.`

const named = (name: string): string => (name === '' ? '' : `: ${name}`)

/** What happened, in a sentence. */
export const securityText = ({ kind, device, detail }: SecurityFacts): string =>
  sentences[kind]({ device, detail: withChecksums(detail) })

/** Writes addresses on the chain as the screens do. */
const withChecksums = (text: string): string => text.replaceAll(/\b0x[0-9a-f]{40}\b/g, shownAddress)

/**
 * What a mail says of an event. It names no passkey: a thief could type a text with a link there,
 * and the owner would have it from us.
 */
const mailedText = ({ kind, device, detail }: SecurityFacts): string =>
  securityText({ kind, device, detail: kind.startsWith('passkey') ? '' : detail })

/**
 * The mail about an event. `notMe` freezes the account, `forgotten` asks for a new password; both
 * are links below the public address.
 */
export function securityMail(
  to: string,
  { at, ...facts }: SecurityFacts & { readonly at: Date },
  { notMe, forgotten }: { readonly notMe: string; readonly forgotten: string },
): Mail {
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const by = facts.device === '' || facts.kind === 'newDevice' ? '' : ` From ${facts.device}.`
  return {
    to,
    subject: subjects[facts.kind],
    text: [
      `${mailedText(facts)}${by}`,
      `When: ${when}`,
      ...(facts.kind === 'frozen'
        ? [`Set a new password here: ${forgotten}`]
        : ['If this was you, you need to do nothing.', `This wasn't me: ${notMe}`, ...notMeHelp]),
    ].join('\n\n'),
  }
}

const notMeHelp = [
  'The link opens a page with one button, which freezes your account: no log-in, no bet, no money out, until you set a new password by mail. It works once, for 7 days. Never pass it on.',
]

const subjects: Readonly<Record<SecurityEvent, string>> = {
  newDevice: 'A new device logged in to your Pipkin account',
  walletLinked: 'A wallet was linked to your Pipkin account',
  walletUnlinked: 'A wallet was unlinked from your Pipkin account',
  accountsJoined: 'Your Pipkin account shares its limits with another',
  withdrawalRequested: 'A withdrawal was asked for at Pipkin',
  withdrawalPaid: 'Your Pipkin withdrawal was paid',
  largeSend: 'A large amount was sent from your Pipkin account',
  passwordChanged: 'Your Pipkin password was changed',
  passwordReset: 'Your Pipkin password was reset',
  resetRequested: 'A new password for Pipkin',
  emailChanged: 'The email address of your Pipkin account was changed',
  totpAdded: 'An authenticator app was added to your Pipkin account',
  totpRemoved: 'The authenticator app of your Pipkin account was removed',
  recoveryCodeUsed: 'A recovery code of your Pipkin account was used',
  passkeyAdded: 'A passkey was added to your Pipkin account',
  passkeyRemoved: 'A passkey of your Pipkin account was removed',
  passkeyCounterBack: 'Look at a passkey of your Pipkin account',
  factorMissing: 'A log-in to your Pipkin account was not finished',
  frozen: 'Your Pipkin account is frozen',
}

/**
 * The mail with the link for a new password. `link` and `notMe` hold their tokens in the fragment,
 * which no server and no referrer sees.
 */
export const resetLinkMail = (to: string, link: string, notMe: string): Mail => ({
  to,
  subject: subjects.resetRequested,
  text: [
    'A new password was asked for, for your Pipkin account. Set it here:',
    link,
    'The link works once, for 30 minutes. Your password stays as it is until you use it. Never pass the link on.',
    "If it wasn't you, you can ignore this mail. If you fear that another person reads your mail or knows your password, freeze your account.",
    `This wasn't me: ${notMe}`,
    ...notMeHelp,
  ].join('\n\n'),
})
