import { hundredths, moneyToNumber } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { lastPosition, type Position } from '../platform/database/cursor.ts'
import { type Database, one, type Statement, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import type { Queue } from '../platform/limits/queue.ts'
import { picturePath } from '../players/accounts/stored-picture.ts'
import { readFactors, type ShownFactors } from '../players/factors/read-factors.ts'
import { type Downloader, whileAlive } from './while-alive.ts'

/** The rows of a page of a list. */
const pageSizeOf = (name: string): number => (name === 'supportPictures' ? 4 : 500)

const accountStatement = sql`
  select a.player_id as player, a.name, a.mobile, a.email, a.invite_code as "inviteCode",
         a.show_name as "showName", a.birth_date::text as "birthDate", a.picture,
         a.created_at as "memberSince",
         a.first_signed_in_at as "firstLogInAt",
         'Player ••' || right(a.referrer_id::text, 2) as "broughtBy",
         n.upto as "notificationsReadUpTo"
  from players.accounts a left join support.notices_read n using (player_id)
  where player_id = $1`

const balancesStatement = sql`
  select deposit, bonus, win, referral, deposited, staked, contributed,
         ways_out_held_until as "waysOutHeldUntil"
  from ledger.wallets where player_id = $1`

const limitsStatement = sql`
  select kind, period, amount, zone as "timeZone", pending_amount as "pendingAmount",
         pending_from as "pendingFrom",
         (select coalesce(sum(u.used), 0)::bigint from ledger.prior_uses u
          where u.player_id = $1 and u.kind = l.kind and u.period = l.period
            and u.until > now()) as "usedInOtherAccounts"
  from ledger.limits l where player_id = $1 order by kind, period`

const playStatement = sql`
  select reminder_minutes as "reminderMinutes", play_granted_at as "playGrantedAt"
  from ledger.wallets where player_id = $1`

/**
 * The lists of the file. Each statement reads a page after a position, newest first, and names
 * another player only as the screens do. The file gets all columns but `position` and `id`; each
 * bigint is money.
 */
const sections: Readonly<Record<string, Statement>> = {
  linkedWallets: sql`
    select address as id, (linked_at at time zone 'UTC')::text || '+00' as position,
           address, linked_at as "linkedAt", unlinked_at as "unlinkedAt",
           doubted_at as "doubtedAt"
    from cashier.addresses
    where player_id = $1 and (linked_at, address::text) < ($2, $3::text)
    order by linked_at desc, address::text desc limit $4`,
  sessions: sql`
    select session_id as id,
           (created_at at time zone 'UTC')::text || '+00' as position,
           device, network, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from players.sessions
    where player_id = $1 and (created_at, session_id) < ($2, $3::uuid)
    order by created_at desc, session_id desc limit $4`,
  formerMailboxes: sql`
    select mailbox as id, (left_at at time zone 'UTC')::text || '+00' as position, mailbox,
           left_at as "leftAt"
    from players.left_mailboxes where player_id = $1 and (left_at, mailbox) < ($2, $3::text)
    order by left_at desc, mailbox desc limit $4`,
  passwordChanges: sql`
    select change_id as id, (at at time zone 'UTC')::text || '+00' as position, at
    from players.password_changes where player_id = $1 and (at, change_id) < ($2, $3::uuid)
    order by at desc, change_id desc limit $4`,
  securityEvents: sql`
    select event_id as id, (at at time zone 'UTC')::text || '+00' as position, at, kind, device,
           detail
    from players.security_events where player_id = $1 and (at, event_id) < ($2, $3::uuid)
    order by at desc, event_id desc limit $4`,
  limitChanges: sql`
    select kind || ' ' || period as id, (at at time zone 'UTC')::text || '+00' as position, at,
           kind, period, amount, zone as "timeZone"
    from ledger.limit_changes
    where player_id = $1 and (at, kind || ' ' || period) < ($2, $3::text)
    order by at desc, kind || ' ' || period desc limit $4`,
  limitWarnings: sql`
    select notice_id as id, (at at time zone 'UTC')::text || '+00' as position, at, kind, period,
           amount, used
    from ledger.limit_notices where player_id = $1 and (at, notice_id) < ($2, $3::uuid)
    order by at desc, notice_id desc limit $4`,
  breaks: sql`
    select kind as id, (at at time zone 'UTC')::text || '+00' as position, at, kind, until,
           nullif(ends_at, 'infinity') as "endsAt"
    from ledger.breaks where player_id = $1 and (at, kind::text) < ($2, $3::text)
    order by at desc, kind::text desc limit $4`,
  plays: sql`
    select play_id as id, (begun_at at time zone 'UTC')::text || '+00' as position,
           play_id as play, begun_at as "begunAt", granted_at as "grantedAt",
           ended_at as "endedAt", is_reported as "registerKnowsOfEnd"
    from ledger.plays where player_id = $1 and (begun_at, play_id) < ($2, $3::uuid)
    order by begun_at desc, play_id desc limit $4`,
  signsOfRisk: sql`
    select '' as id, (counted_at at time zone 'UTC')::text || '+00' as position,
           counted_at as "countedAt", score, signs
    from ledger.kept_signs($1) where (counted_at, '') < ($2, $3::text)
    order by counted_at desc limit $4`,
  depositsAndWithdrawals: sql`
    select operation_id as id, (at at time zone 'UTC')::text || '+00' as position, at, kind, state,
           amount, fee, credited, address, mined_hash as "chainHash"
    from cashier.operations where player_id = $1 and (at, operation_id) < ($2, $3::uuid)
    order by at desc, operation_id desc limit $4`,
  transactions: sql`
    select movement_id as id, (at at time zone 'UTC')::text || '+00' as position, at, kind,
           deposit, bonus, win, referral, coalesce(round_id, operation_id) as "belongsTo",
           'Player ••' || right(other_player::text, 2) as "otherPlayer",
           (select note from ledger.adjustments j
            where j.player_id = $1 and j.movement_id = m.movement_id) as note
    from ledger.movements m where player_id = $1 and (at, movement_id) < ($2, $3::uuid)
    order by at desc, movement_id desc limit $4`,
  rewards: sql`
    with page as materialized (
      select * from referral.rewards where player_id = $1 and (at, movement_id) < ($2, $3::uuid)
      order by at desc, movement_id desc limit $4
    )
    select r.movement_id as id, (r.at at time zone 'UTC')::text || '+00' as position, r.at,
           r.level, r.amount, s.state,
           case when r.level > 0 then 'Player ••' || right(friend_id::text, 2) end as friend
    from page r join referral.shown_for($1, array(select friend_id from page)) s using (friend_id)
    order by r.at desc, r.movement_id desc`,
  rewardsKeptInABreak: sql`
    select lpad(friend_id::text, 10, '0') as id, (at at time zone 'UTC')::text || '+00' as position,
           at, level, amount,
           case when level > 0 then 'Player ••' || right(friend_id::text, 2) end as friend
    from referral.kept_rewards
    where player_id = $1 and (at, lpad(friend_id::text, 10, '0')) < ($2, $3::text)
    order by at desc, lpad(friend_id::text, 10, '0') desc limit $4`,
  supportCases: sql`
    select lpad(case_id::text, 10, '0') as id, (at at time zone 'UTC')::text || '+00' as position,
           case_id as number, event, tx_hash as "chainHash", amount, at, answer,
           closed_at as "answeredAt"
    from support.cases
    where player_id = $1 and (at, lpad(case_id::text, 10, '0')) < ($2, $3::text)
    order by at desc, lpad(case_id::text, 10, '0') desc limit $4`,
  supportMessages: sql`
    select message_id as id, (at at time zone 'UTC')::text || '+00' as position, at,
           case_id as number, case writer when 'house' then 'support' else 'you' end as "by", text
    from support.messages
    where player_id = $1 and writer <> 'note' and (at, message_id) < ($2, $3::uuid)
    order by at desc, message_id desc limit $4`,
  notices: sql`
    select notice_id as id, (from_at at time zone 'UTC')::text || '+00' as position,
           from_at as "from", until_at as "until", kind, title, words
    from support.notices
    where player_id = $1 and published_at is not null and (from_at, notice_id) < ($2, $3::uuid)
    order by from_at desc, notice_id desc limit $4`,
  termsAccepted: sql`
    select version::text as id, (at at time zone 'UTC')::text || '+00' as position, version, at
    from players.terms_accepted where player_id = $1 and (at, version::text) < ($2, $3::text)
    order by at desc, version::text desc limit $4`,
  snapshotsChecked: sql`
    select snapshot as id, (at at time zone 'UTC')::text || '+00' as position, snapshot, at
    from solvency.checks where player_id = $1 and (at, snapshot) < ($2, $3::text)
    order by at desc, snapshot desc limit $4`,
  remindersSeen: sql`
    select '' as id, (at at time zone 'UTC')::text || '+00' as position, at, due_at as "dueAt",
           session_at as "sessionSince", staked, net
    from ledger.reminders_seen where player_id = $1 and (at, '') < ($2, $3::text)
    order by at desc limit $4`,
  // Reads few at a time: each is a WebP in base64 of up to 700 kB.
  supportPictures: sql`
    select p.picture_id as id, (m.at at time zone 'UTC')::text || '+00' as position,
           m.at, m.case_id as number, encode(p.picture, 'base64') as webp
    from support.messages m join support.pictures p using (message_id)
    where m.player_id = $1 and (m.at, p.picture_id) < ($2, $3::uuid)
    order by m.at desc, p.picture_id desc limit $4`,
  // Their replays carry the player's name.
  namedRounds: sql`
    select round_id as id, (named_at at time zone 'UTC')::text || '+00' as position,
           named_at as "namedAt"
    from players.named_rounds where player_id = $1 and (named_at, round_id) < ($2, $3::uuid)
    order by named_at desc, round_id desc limit $4`,
  // By the index of each game, as in read-activity.ts.
  rounds: sql`
    select r.round_id as id, (r.placed_at at time zone 'UTC')::text || '+00' as position,
           g.name as game, r.placed_at as "placedAt", r.stake, r.payout, r.status,
           r.settled_at as "settledAt", r.client_seed as "clientSeed"
    from ledger.games g
    cross join lateral (
      select * from ledger.rounds r
      where r.player_id = $1 and r.game = g.game and r.placed_at <= $2
        and (r.placed_at, r.round_id) < ($2, $3::uuid)
      order by r.placed_at desc, r.round_id desc limit $4
    ) r
    order by r.placed_at desc, r.round_id desc limit $4`,
}

/** Lists whose ids are written as transaction ids, by which proofs and support find them. */
const ofTransactions: ReadonlySet<string> = new Set([
  'depositsAndWithdrawals',
  'transactions',
  'namedRounds',
  'rounds',
])

interface Row {
  readonly id: string
  readonly position: string
  /** The id of the round, deposit or withdrawal that a movement is part of. */
  readonly belongsTo?: string | null
}

interface ExportAccountDeps {
  readonly database: Database
  /** All exports together read one page at a time, so that they never take all connections. */
  readonly pages: Queue
}

/** A JSON file of all that is kept about the player. Secrets and other players aren't in it. */
export const exportAccount = async (
  { database, pages }: ExportAccountDeps,
  session: Downloader,
): Promise<Result<'exportAccount'>> =>
  done<'exportAccount'>({
    name: 'pipkin-account.json',
    type: 'application/json',
    content: writeAccount(
      { database, pages: whileAlive(database, pages, session) },
      session.player,
    ),
  })

/** Yields the file page by page, so that only one page is in memory. */
async function* writeAccount(deps: ExportAccountDeps, player: number): AsyncGenerator<string> {
  const { database, pages } = deps
  const account = await pages(() =>
    one(database.rows<{ picture: string | null }>(accountStatement, [player])),
  )
  const balances = await pages(() => one(database.rows<object>(balancesStatement, [player])))
  const picture = account.picture && picturePath(account.picture)
  const factors = await pages(() => readFactors(database, player))
  const limits = await pages(() => database.rows(limitsStatement, [player]))
  const play = await pages(() => one(database.rows<object>(playStatement, [player])))
  yield `{"account":${json({ ...account, picture })},\n"balances":${json(balances)}`
  yield `,\n"factors":${json(shownFactors(factors))}`
  yield `,\n"saferPlay":${json({ ...play, limits })}`
  for (const [name, statement] of Object.entries(sections)) {
    yield `,\n${json(name)}:[`
    yield* writeList(deps, player, name, statement)
    yield ']'
  }
  yield '}\n'
}

/** What a passkey is called and when it was used. The ids are for authenticators alone. */
const shownFactors = ({ passkeys, totp, recoveryCodes }: ShownFactors) => ({
  passkeys: passkeys.map(({ id: _, ...passkey }) => passkey),
  authenticatorApp: totp,
  recoveryCodesLeft: recoveryCodes,
})

async function* writeList(
  { database, pages }: ExportAccountDeps,
  player: number,
  name: string,
  statement: Statement,
): AsyncGenerator<string> {
  const pageSize = pageSizeOf(name)
  let after: Position | undefined = lastPosition
  let isFirst = true
  while (after) {
    const values = [player, after.at, after.id, pageSize]
    const rows: readonly Row[] = await pages(() => database.rows<Row>(statement, values))
    const lines = rows.map(({ position: _, id, ...row }) =>
      json({
        ...(ofTransactions.has(name) && { transactionId: transactionIdOf(player, id) }),
        ...row,
        ...(row.belongsTo !== undefined && {
          belongsTo: row.belongsTo && transactionIdOf(player, row.belongsTo),
        }),
      }),
    )
    if (lines.length > 0) yield `${isFirst ? '\n' : ',\n'}${lines.join(',\n')}`
    isFirst &&= lines.length === 0
    const last = rows.at(-1)
    after = rows.length === pageSize && last ? { at: last.position, id: last.id } : undefined
  }
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'bigint' ? moneyToNumber(hundredths(part)) : part,
  )
