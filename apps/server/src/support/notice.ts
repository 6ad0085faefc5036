import { limitName, type Notice } from '@pipkin/contract'
import { hundredths, moneyText } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { shownAddress } from '../platform/shown-address.ts'
import { publicName } from '../players/accounts/public-name.ts'
import { eventKind } from '../players/mails/event-kind.ts'
import { securityText } from '../players/mails/security-mails.ts'

/** An event of the account, as the table where it happened records it. */
export interface NoticeRow {
  readonly player_id: number
  readonly at: Date
  /** `at` with its microseconds. */
  readonly position: string
  readonly id: string
  readonly kind: keyof typeof notices
  readonly read: boolean
  /** 1/100 fkr; 0 where no money moved. */
  readonly amount: bigint
  /** Where a withdrawal went. */
  readonly address: string | null
  /** Who sent, or who was invited. */
  readonly other_player: number | null
  readonly name: string | null
  readonly case_id: number | null
  /**
   * For a security event: its kind as the database spells it, its device and its detail. For a
   * limit: what it limits, its period and its amount, or null where all are to be looked at. For an
   * adjustment: its note. For a closed case: `answer` where one closed it. For a notice by the
   * house: its title and, as detail, its words.
   */
  readonly event: string | null
  readonly device: string | null
  readonly detail: string | null
}

type Content = Pick<Notice, 'kind' | 'title' | 'text' | 'link'>

const wallet = '/account/wallet'

/** The text of each kind, and the page that shows more. */
const notices = {
  deposit: (row) => ({ kind: 'deposit', text: `${fkr(row)}, now in Deposit.`, link: wallet }),
  deposit_failed: (row) => ({
    kind: 'depositFailed',
    text: `${fkr(row)} could not be deposited. Nothing was credited.`,
    link: `/account/wallet/deposite?deposit=${transactionIdOf(row.player_id, row.id)}`,
  }),
  withdraw_paid: (row) => ({
    kind: 'withdrawal',
    text: `${fkr(row)} arrived at ${shortAddress(row.address)}.`,
    link: wallet,
  }),
  withdraw_refund: (row) => ({
    kind: 'refund',
    text: `${fkr(row)} could not be paid out and are back in Deposit.`,
    link: wallet,
  }),
  received: (row) => ({
    kind: 'received',
    text: `${fkr(row)} from ${row.other_player}, now in Deposit.`,
    link: wallet,
  }),
  referral_earning: (row) => ({
    kind: 'reward',
    text: `${friendOf(row)} signed in, which earns you ${fkr(row)}.`,
    link: '/account/level-earning',
  }),
  unlocked: (row) =>
    row.other_player === null
      ? { kind: 'unlocked', text: `${fkr(row)} of Bonus can be played now.`, link: wallet }
      : {
          kind: 'unlocked',
          text: `${friendOf(row)}'s reward is unlocked: ${fkr(row)} can be moved to Deposit.`,
          link: '/account/wallet/internal-trasnfer',
        },
  bonus: (row) => ({ kind: 'bonus', text: `${fkr(row)}, now in Bonus.`, link: wallet }),
  adjustment: (row) => ({
    kind: 'adjustment',
    text: `${fkr(row)} by Pipkin: ${row.detail ?? ''}`,
    link: wallet,
  }),
  password: () => ({
    kind: 'password',
    text: 'Your password was changed. If it was not you, write to support.',
    link: '/support',
  }),
  security: ({ event, device, detail }) => ({
    kind: 'security',
    text: securityText({
      kind: eventKind(event ?? ''),
      device: device ?? '',
      detail: detail ?? '',
    }),
    link: '/account/security',
  }),
  limit: (row) => ({
    kind: 'limit',
    text:
      row.event === null
        ? 'It is time to look at your limits again: do they still suit you?'
        : `You have used ${moneyText(hundredths(row.amount))} of the ` +
          `${moneyText(hundredths(BigInt(row.detail ?? 0)))} fkr of your ` +
          `${limitName(row.event, row.device)}.`,
    link: '/account/limits',
  }),
  support: (row) => ({
    kind: 'support',
    // What closed it: an answer, or none.
    text:
      row.event === 'answer'
        ? `Support has answered case ${row.case_id} and closed it.`
        : `Case ${row.case_id} is closed.`,
    link: `/support?case=${row.case_id}`,
  }),
  support_answer: (row) => ({
    kind: 'support',
    text: `Support has answered case ${row.case_id}.`,
    link: `/support?case=${row.case_id}`,
  }),
  house: ({ event, detail }) => ({ kind: 'house', title: event ?? '', text: detail ?? '' }),
} as const satisfies Record<string, (row: NoticeRow) => Content>

/** A notice in the words that its player reads. */
export const showNotice = (row: NoticeRow): Notice => ({
  // A reward is one movement and two notices.
  id: row.kind === 'unlocked' ? `${row.id} unlocked` : row.id,
  at: row.at,
  isRead: row.read,
  ...notices[row.kind](row),
})

/** A friend as the referrer sees it; a hidden name is null. */
const friendOf = ({ name }: NoticeRow): string => (name === null ? 'A friend' : publicName(name))

const fkr = (row: NoticeRow): string => `${moneyText(hundredths(row.amount))} fkr`

/** `0x7A3f…91Be` */
function shortAddress(address: string | null): string {
  const shown = address === null ? '' : shownAddress(address)
  return `${shown.slice(0, 6)}…${shown.slice(-4)}`
}
