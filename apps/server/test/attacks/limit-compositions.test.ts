import { randomBytes, randomUUID } from 'node:crypto'
import { fkr, hundredths, type Money, zero } from '@pipkin/money'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { operate } from '../../src/operator/operate.ts'
import {
  connect,
  type Database,
  one,
  type Queryable,
  sql,
} from '../../src/platform/database/database.ts'
import { closeAccount } from '../../src/players/accounts/close-account.ts'
import { updateProfile } from '../../src/players/accounts/update-profile.ts'
import { linkTokenHash } from '../../src/players/mails/mailed-link.ts'
import { resetPassword } from '../../src/players/passwords/reset-password.ts'
import { freezeAccount } from '../../src/players/security/freeze-account.ts'
import { rewardWaiting } from '../../src/referral/reward-waiting.ts'
import { earlier } from '../database/earlier.ts'
import { untilWaiting } from '../database/until-waiting.ts'
import { waitBehind } from '../database/wait-behind.ts'
import { type Accounts, type NewPlayer, openAccountsForTest } from '../players/accounts.ts'
import { endBreak } from '../players/end-break.ts'
import { logInTo } from '../players/factors.ts'
import { fund, setCatalogue } from '../players/player.ts'
import { endRounds } from '../rounds/end-rounds.ts'
import { withinADay } from '../within-a-day.ts'

/** What breaks where limits and breaks meet accounts and money (docs/security/compositions.md). */

let accounts: Accounts
type Player = NewPlayer & { id: number }
let player: Player
beforeEach(async () => {
  // The month of a limit ends at midnight.
  await withinADay()
  accounts = await openAccountsForTest()
  await setCatalogue(accounts)
  player = await accounts.newPlayer()
})

type Answer = { readonly refusal?: string } & Readonly<Record<string, unknown>>

async function bet(id: number, stake: Money = fkr(10)): Promise<Answer> {
  const { answer } = await one(
    accounts.database.rows<{ answer: Answer }>(
      sql`select ledger.place_bet($1, $2, 3::smallint, $3, 'seed', null, null, null, null,
        false) as answer`,
      [id, randomUUID(), stake],
    ),
  )
  return answer
}

async function withdraw(id: number): Promise<Answer> {
  const { answer } = await one(
    accounts.database.rows<{ answer: Answer }>(
      sql`select cashier.request_withdrawal($1, gen_random_uuid(), 5000, '0', null, null)
        as answer`,
      [id],
    ),
  )
  return answer
}

const takeBreak = (id: number, kind: string, length: string) =>
  accounts.database.rows(sql`select ledger.take_break($1, $2, $3)`, [id, kind, length])
const setLimit = (id: number, kind: string, period: string, amount: Money) =>
  accounts.database.rows(sql`select ledger.set_limit($1, $2, $3, $4, 'UTC')`, [
    id,
    kind,
    period,
    amount,
  ])

interface Shown {
  readonly limits: readonly {
    readonly kind: string
    readonly amount: number
    readonly used: number
    readonly resets_at: string | null
  }[]
  readonly break: { readonly kind: string; readonly until: string } | null
}
const shown = async (id: number): Promise<Shown> =>
  (
    await one(
      accounts.database.rows<{ row: Shown }>(sql`select ledger.read_limits($1) as row`, [id]),
    )
  ).row

async function close(closing: Player): Promise<void> {
  const caller = await logInTo(accounts, closing)
  expect(await closeAccount(accounts.deps, caller)).toMatchObject({ ok: true })
}

async function operator(...command: string[]) {
  return operate({ database: accounts.operator }, [...command, '--reason', 'the letter'], 'Asha')
}

/** As if a time had passed since breaks began and limits were used. */
const letPass = (time: string) =>
  accounts.owner.rows(
    sql([
      `with passed as (
         update ledger.breaks set ${earlier('$1::interval', 'at', 'until', 'ends_at')}
       ), limited as (
         update ledger.limits set ${earlier('$1::interval', 'pending_from')}
       ), used as (
         update ledger.prior_uses set ${earlier('$1::interval', 'until')}
       )
       update ledger.wallets set ${earlier('$1::interval', 'break_until')}`,
    ]),
    [time],
  )

const address = `0x${'a'.repeat(40)}`
async function link(id: number, wallet = address, database: Queryable = accounts.database) {
  await database.rows(sql`select cashier.keep_challenge($1, 'a text', $2)`, [id, wallet])
  return one(
    database.rows<{ why: string | null }>(
      sql`select cashier.link_address($1, 'a text', $2) as why`,
      [id, wallet],
    ),
  )
}

test.each([
  ['timeout', '1008 hours', 'the same number', ({ mobile }: Player) => ({ mobile })],
  ['exclusion', '6 months', 'the same number', ({ mobile }: Player) => ({ mobile })],
  [
    'exclusion',
    '60 months',
    'another address of the mailbox',
    ({ email }: Player) => ({
      email: email.replace('@', '+again@'),
    }),
  ],
] as const)(
  'BREAK-01 a %s of %s survives closing and signing up with %s',
  async (kind, length, _, same) => {
    await takeBreak(player.id, kind, length)
    await setLimit(player.id, 'loss', 'day', fkr(25))
    await setLimit(player.id, 'stake', 'round', fkr(15))
    const before = await shown(player.id)
    await close(player)
    const again = await accounts.newPlayer(same(player))
    await fund(accounts, again.id, { deposit: fkr(100) })
    expect((await shown(again.id)).break).toEqual(before.break)
    expect((await shown(again.id)).limits).toMatchObject([
      { kind: 'loss', amount: 2_500 },
      { kind: 'stake', amount: 1_500 },
    ])
    expect(await bet(again.id)).toMatchObject({ refusal: 'onBreak', break: { kind } })
    // And a second time.
    await close(again)
    const third = await accounts.newPlayer(same(player))
    expect((await shown(third.id)).break).toEqual(before.break)
  },
)

test('BREAK-01 a stranger’s sign-up brings no break along, nor does one after the break', async () => {
  await takeBreak(player.id, 'timeout', '24 hours')
  await close(player)
  const stranger = await accounts.newPlayer()
  expect(await shown(stranger.id)).toMatchObject({ limits: [], break: null })
  await letPass('24 hours')
  const again = await accounts.newPlayer({ mobile: player.mobile })
  expect((await shown(again.id)).break).toBe(null)
})

test('BREAK-02 a break that an operator has ended doesn’t come back with the next account', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  await letPass('190 days')
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  expect(await bet(again.id)).toMatchObject({ refusal: 'onBreak' })
  expect(await operator('end-exclusion', String(again.id))).toMatchObject({ ok: true })
  await letPass('24 hours')
  await close(again)
  const third = await accounts.newPlayer({ mobile: player.mobile })
  expect((await shown(third.id)).break).toBe(null)
})

test('BREAK-02 nor does it by the account before', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  await letPass('190 days')
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  expect(await operator('end-exclusion', String(again.id))).toMatchObject({ ok: true })
  await letPass('24 hours')
  await close(again)
  const third = await accounts.newPlayer({ email: player.email })
  expect((await shown(third.id)).break).toBe(null)
})

/** A player has another address from now on. */
async function changeEmail(of: Player, email: string): Promise<void> {
  const caller = await logInTo(accounts, of)
  const presession = randomBytes(32)
  await accounts.owner.rows(
    sql`insert into players.verified_addresses (presession_hash, email) values ($1, $2)`,
    [presession, email],
  )
  const form = { name: of.name, email, mobile: '' }
  expect(await updateProfile(accounts.deps, form, { ...caller, presession })).toMatchObject({
    ok: true,
  })
}
const leaveMailbox = () => changeEmail(player, `other.${player.email}`)

test('BREAK-15 the mailbox that an excluded player has left brings the exclusion along', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  const { break: lasting } = await shown(player.id)
  await leaveMailbox()
  // Support finds the player by it, too.
  const found = await operator('find-player', player.email)
  expect(found.ok && JSON.parse(found.value).player.player_id).toBe(player.id)
  const again = await accounts.newPlayer({ email: player.email })
  expect((await shown(again.id)).break).toEqual(lasting)
})

test('BREAK-35 who changes to the mailbox of an excluded account takes the exclusion along', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  await setLimit(player.id, 'deposit', 'week', fkr(50))
  const { break: lasting } = await shown(player.id)
  await close(player)
  // Another number and another mailbox at first, and a second account of the same owner.
  const again = await accounts.newPlayer()
  const second = await accounts.newPlayer()
  for (const { id } of [again, second]) await link(id)
  expect(await bet(again.id)).not.toMatchObject({ refusal: 'onBreak' })
  await changeEmail(again, player.email)
  for (const { id } of [again, second]) {
    expect((await shown(id)).break).toEqual(lasting)
    expect((await shown(id)).limits).toMatchObject([{ kind: 'deposit', amount: 5_000 }])
  }
  // A player who takes back their own mailbox keeps what is in force, once.
  const left = await accounts.newPlayer()
  await takeBreak(left.id, 'timeout', '24 hours')
  await changeEmail(left, `other.${left.email}`)
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  await changeEmail(left, left.email)
  const breaks = sql`select from ledger.breaks where player_id = $1`
  expect(await accounts.owner.rows(breaks, [left.id])).toHaveLength(1)
})

test('BREAK-32 who has a player’s former mailbox, and the exclusion, ends it in no open account of the player', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  await leaveMailbox()
  const { id: stranger } = await accounts.newPlayer({ email: player.email })
  expect(await bet(stranger)).toMatchObject({ refusal: 'onBreak' })
  await letPass('190 days')
  expect(await operator('end-exclusion', String(stranger))).toMatchObject({ ok: true })
  await letPass('24 hours')
  expect((await shown(stranger)).break).toBe(null)
  expect((await shown(player.id)).break).toMatchObject({ kind: 'exclusion' })
})

test('BREAK-16 every break that lasts comes along: a time-out may outlast the exclusion', async () => {
  await accounts.database.rows(sql`select ledger.exclude($1, null)`, [player.id])
  await takeBreak(player.id, 'timeout', '1008 hours')
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  await letPass('2 days')
  expect(await operator('end-exclusion', String(again.id))).toMatchObject({ ok: true })
  await letPass('30 days')
  expect(await bet(again.id)).toMatchObject({ refusal: 'onBreak', break: { kind: 'timeout' } })
})

test('BREAK-17 staff give a time-out that outlasts the exclusion', async () => {
  await accounts.database.rows(sql`select ledger.exclude($1, null)`, [player.id])
  const take = () => operator('take-break', String(player.id), 'timeout', '6w')
  expect(await take()).toMatchObject({ ok: true })
  await accounts.database.rows(sql`select ledger.take_break($1, 'exclusion', '60 months')`, [
    player.id,
  ])
  expect(await take()).toMatchObject({
    ok: false,
    why: 'A break lasts as long already: none is made shorter.',
  })
})

test('WAY-19 a bet that comes after the closing of its account is refused', async () => {
  await fund(accounts, player.id, { deposit: fkr(100) })
  await close(player)
  expect(await bet(player.id)).toEqual({ refusal: 'noSession' })
})

test('BREAK-03 a wallet of an excluded player brings the exclusion into the account that signs for it', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  await takeBreak(player.id, 'exclusion', '12 months')
  await setLimit(player.id, 'deposit', 'week', fkr(50))
  // While the first account is open the wallet stays there, but the signer is the same person.
  const second = await accounts.newPlayer()
  await setLimit(second.id, 'deposit', 'week', fkr(20))
  expect(await link(second.id)).toEqual({ why: 'addressTaken' })
  expect(await bet(second.id)).toMatchObject({ refusal: 'onBreak' })
  // Once: signing again begins no break anew.
  await link(second.id)
  const breaks = sql`select from ledger.breaks where player_id = $1`
  expect(await accounts.owner.rows(breaks, [second.id])).toHaveLength(1)
  // A tighter limit of its own stays.
  expect((await shown(second.id)).limits).toMatchObject([{ kind: 'deposit', amount: 2_000 }])
  await close(player)
  const third = await accounts.newPlayer()
  expect(await link(third.id)).toEqual({ why: null })
  expect(await bet(third.id)).toMatchObject({ refusal: 'onBreak' })
  expect((await shown(third.id)).limits).toMatchObject([{ kind: 'deposit', amount: 2_000 }])
})

/** What the player's first limit says, in 1/100 fkr. */
async function usedBy(id: number): Promise<number | undefined> {
  return (await shown(id)).limits[0]?.used
}

test('BREAK-19 what is used of a limit comes along, however often an account is closed', async () => {
  await setLimit(player.id, 'deposit', 'week', fkr(100))
  await fund(accounts, player.id, { deposit: fkr(60) })
  await close(player)
  const second = await accounts.newPlayer({ mobile: player.mobile })
  expect(await usedBy(second.id)).toBe(6_000)
  await fund(accounts, second.id, { deposit: fkr(30) })
  await close(second)
  // By the number of one and the mailbox of the other: each counts once.
  const { mobile } = second
  const third = await accounts.newPlayer({ mobile, email: player.email })
  const { limits } = await shown(third.id)
  expect(limits).toMatchObject([
    { used: 9_000, used_elsewhere: 9_000, resets_at: expect.any(String) },
  ])
  const resets = Date.parse(limits[0]?.resets_at ?? '')
  expect(Math.abs(resets - Date.now() - 7 * 86_400_000)).toBeLessThan(600_000)
  const more = sql`select ledger.deposit_refusal($1, $2, 0) as refusal`
  const refusalOf = async (amount: Money) =>
    (await one(accounts.owner.rows<{ refusal: Answer | null }>(more, [third.id, amount]))).refusal
  expect(await refusalOf(fkr(10))).toBe(null)
  expect(await refusalOf(hundredths(1_001n))).toMatchObject({
    refusal: 'limitReached',
    limit: { left: 1000 },
  })
  // It counts for one period.
  await letPass('7 days')
  expect(await usedBy(third.id)).toBe(0)
  expect(await refusalOf(fkr(100))).toBe(null)
})

test('BREAK-19 what the owner’s other account has used comes along, though this one was not judged since', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'day', fkr(50))
  await bet(second.id, fkr(30))
  expect(await usedBy(player.id)).toBe(3_000)
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  await fund(accounts, again.id, { deposit: fkr(100) })
  expect(await usedBy(again.id)).toBe(3_000)
  expect(await bet(again.id, fkr(30))).toMatchObject({
    refusal: 'limitReached',
    limit: { left: 2_000 },
  })
})

test('BREAK-19 losses that a win makes up for come along, since the win leaves the period first', async () => {
  await setLimit(player.id, 'loss', 'day', fkr(50))
  await setLimit(player.id, 'loss', 'month', fkr(500))
  await fund(accounts, player.id, { deposit: fkr(100) })
  for (const [status, payout] of [
    ['win', fkr(60)],
    ['loss', zero],
    ['loss', zero],
  ] as const) {
    expect(await bet(player.id, fkr(20))).not.toHaveProperty('refusal')
    await endRounds(accounts.database, player.id, status, payout, '[{"spin": true}]')
  }
  expect(await usedBy(player.id)).toBe(0)
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  await fund(accounts, again.id, { deposit: fkr(100) })
  // Nothing leaves a month before its end.
  expect((await shown(again.id)).limits).toMatchObject([{ used: 4_000 }, { used: 0 }])
  expect(await bet(again.id, fkr(20))).toMatchObject({
    refusal: 'limitReached',
    limit: { left: 1_000 },
  })
  expect(await bet(again.id, fkr(10))).not.toHaveProperty('refusal')
})

test('BREAK-19 deposits that a payout makes up for come along, as it leaves the period first', async () => {
  await accounts.database.rows(
    sql`select ledger.set_limit($1, 'deposit', 'week', $2, 'UTC', '{"is_net": true}')`,
    [player.id, fkr(50)],
  )
  const payOut = (amount: Money) =>
    accounts.owner.rows(
      sql`
        select ledger.post($1, gen_random_uuid(), 'withdraw', win => -$2::bigint,
                 withdrawals => $2::bigint),
               ledger.post($1, gen_random_uuid(), 'withdraw_paid', chain => $2::bigint,
                 withdrawals => -$2::bigint)`,
      [player.id, amount],
    )
  await fund(accounts, player.id, { win: fkr(60) })
  await payOut(fkr(40))
  await fund(accounts, player.id, { deposit: fkr(30) })
  await payOut(fkr(20))
  expect(await usedBy(player.id)).toBe(0)
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  expect(await usedBy(again.id)).toBe(1_000)
})

test('BREAK-20 losses of another account of the owner count in the bet that comes next', async () => {
  await setLimit(player.id, 'loss', 'day', fkr(50))
  expect(await link(player.id)).toEqual({ why: null })
  await fund(accounts, player.id, { deposit: fkr(100) })
  expect(await bet(player.id, fkr(20))).not.toHaveProperty('refusal')
  const second = await accounts.newPlayer()
  await fund(accounts, second.id, { deposit: fkr(100) })
  // A tighter limit of its own, by which bets are judged already.
  await setLimit(second.id, 'loss', 'day', fkr(40))
  await bet(second.id, fkr(10))
  await endRounds(accounts.database, second.id, 'loss', zero, '[{"spin": true}]')
  expect(await link(second.id)).toEqual({ why: 'addressTaken' })
  expect(await bet(second.id, fkr(20))).toMatchObject({
    refusal: 'limitReached',
    limit: { left: 1_000 },
  })
  expect(await bet(second.id, fkr(10))).not.toHaveProperty('refusal')
  // A player who links the second one's wallet in turn counts none of their own uses twice.
  await accounts.owner.rows(sql`update cashier.addresses set player_id = $1`, [second.id])
  for (const times of ['once', 'and again']) {
    expect(await link(player.id), times).toEqual({ why: 'addressTaken' })
    expect(await usedBy(player.id), times).toBe(4_000)
  }
})

test('BREAK-20 a second look at the other account sees what it used since, in a month too', async () => {
  await setLimit(player.id, 'deposit', 'month', fkr(100))
  expect(await link(player.id)).toEqual({ why: null })
  const second = await accounts.newPlayer()
  for (const used of [3_000, 6_000]) {
    await fund(accounts, player.id, { deposit: fkr(30) })
    expect(await link(second.id)).toEqual({ why: 'addressTaken' })
    expect(await usedBy(second.id)).toBe(used)
  }
})

const excludes = [
  ['takes', (id: number) => takeBreak(id, 'exclusion', '6 months')],
  [
    'is given by a register',
    (id) => accounts.database.rows(sql`select ledger.exclude($1, null)`, [id]),
  ],
  ['is given by staff', (id) => operator('take-break', String(id), 'exclusion', '6m')],
] as const satisfies [string, (id: number) => Promise<unknown>][]

test.each(excludes)(
  'BREAK-21 an exclusion that a player %s reaches the accounts that signed for the same wallet',
  async (_, exclude) => {
    expect(await link(player.id)).toEqual({ why: null })
    const second = await accounts.newPlayer()
    expect(await link(second.id)).toEqual({ why: 'addressTaken' })
    await exclude(second.id)
    const { break: lasting } = await shown(second.id)
    expect((await shown(player.id)).break).toEqual(lasting)
    expect(await bet(player.id)).toMatchObject({ refusal: 'onBreak' })
    // It ends in both.
    await letPass('190 days')
    expect(await operator('end-exclusion', String(player.id))).toMatchObject({ ok: true })
    await letPass('24 hours')
    for (const { id } of [player, second]) expect((await shown(id)).break).toBe(null)
  },
)

test('BREAK-22 who signs for a player’s wallet brings an exclusion to that player’s accounts', async () => {
  const third = await joined()
  const excluded = await accounts.newPlayer()
  await takeBreak(excluded.id, 'exclusion', '6 months')
  expect(await link(excluded.id)).toEqual({ why: 'addressTaken' })
  for (const { id } of [player, third])
    expect((await shown(id)).break).toEqual((await shown(excluded.id)).break)
})

test('BREAK-22 a browser that two players share brings no break', async () => {
  const [first, second] = [await accounts.newPlayer(), await accounts.newPlayer()]
  const device = randomBytes(32)
  for (const { id } of [first, second])
    await accounts.owner.rows(sql`select ledger.see_device($1, $2)`, [id, device])
  await takeBreak(first.id, 'exclusion', '6 months')
  expect((await shown(second.id)).break).toBe(null)
})

test('BREAK-22 a stranger with a player’s former number excludes the player in no account', async () => {
  await close(player)
  const again = await accounts.newPlayer({ email: player.email })
  const stranger = await accounts.newPlayer({ mobile: player.mobile })
  await takeBreak(stranger.id, 'exclusion', '6 months')
  expect((await shown(again.id)).break).toBe(null)
})

/** A second account of the player's, with 100 fkr in both. */
async function joined(): Promise<Player> {
  expect(await link(player.id)).toEqual({ why: null })
  const second = await accounts.newPlayer()
  expect(await link(second.id)).toEqual({ why: 'addressTaken' })
  for (const { id } of [player, second]) await fund(accounts, id, { deposit: fkr(100) })
  return second
}
const amountsOf = async (...players: Player[]) =>
  Promise.all(
    players.map(async ({ id }) => (await shown(id)).limits.map(({ amount }) => amount / 100)),
  )

test('BREAK-25 a limit that is set later holds in both accounts of an owner, a raise in its own', async () => {
  const second = await joined()
  await setLimit(second.id, 'stake', 'round', fkr(30))
  expect(await amountsOf(player, second)).toEqual([[30], [30]])
  expect(await operator('lower-limit', String(player.id), 'stake', 'round', '25')).toMatchObject({
    ok: true,
  })
  expect(await amountsOf(player, second)).toEqual([[25], [25]])
  // A lower limit ends the raise that waits in the other account.
  await setLimit(player.id, 'stake', 'round', fkr(90))
  await setLimit(second.id, 'stake', 'round', fkr(20))
  await letPass('24 hours')
  const confirm = ({ id }: Player) =>
    accounts.database.rows(
      sql`select ledger.confirm_limit($1, 'stake', 'round') ->> 'refusal' as why`,
      [id],
    )
  expect(await confirm(player)).toEqual([{ why: 'noLimitPending' }])
  await setLimit(player.id, 'stake', 'round', fkr(40))
  await letPass('24 hours')
  expect(await confirm(player)).toEqual([{ why: null }])
  expect(await amountsOf(player, second)).toEqual([[40], [20]])
  // One that is higher than the other's loosens nothing, and ends a higher one that waits there.
  await setLimit(second.id, 'stake', 'round', fkr(80))
  await setLimit(player.id, 'stake', 'round', fkr(35))
  await letPass('24 hours')
  expect(await confirm(second)).toEqual([{ why: 'noLimitPending' }])
  expect(await amountsOf(player, second)).toEqual([[35], [20]])
})

test('BREAK-25 who signs for a player’s wallet brings limits to that player, too', async () => {
  const third = await joined()
  const limited = await accounts.newPlayer()
  await setLimit(limited.id, 'deposit', 'week', fkr(50))
  expect(await link(limited.id)).toEqual({ why: 'addressTaken' })
  expect(await amountsOf(player, third)).toEqual([[50], [50]])
})

test('BREAK-26 two accounts of an owner have one limit together: of losses', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'day', fkr(50))
  // Alone, the player is still below the limit and its warning.
  for (const [{ id }, stake] of [
    [player, 10],
    [second, 30],
  ] as const) {
    expect(await bet(id, fkr(stake))).not.toHaveProperty('refusal')
    await endRounds(accounts.database, id, 'loss', zero, '[{"spin": true}]')
  }
  for (const { id } of [player, second])
    expect(await bet(id, fkr(20))).toMatchObject({
      refusal: 'limitReached',
      limit: { left: 1_000 },
    })
  expect(await bet(second.id, fkr(10))).not.toHaveProperty('refusal')
  expect(await bet(player.id, fkr(10))).toMatchObject({ refusal: 'limitReached' })
  // What the other account wins gives room again.
  await endRounds(accounts.database, second.id, 'win', fkr(15), '[{"spin": true}]')
  expect(await bet(player.id, fkr(10))).not.toHaveProperty('refusal')
})

test('BREAK-26 a third account that is joined through the second shares its limits, what is used, and breaks with both', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'day', fkr(50))
  const theirs = `0x${'c'.repeat(40)}`
  expect(await link(second.id, theirs)).toEqual({ why: null })
  const lose = async ({ id }: Player) => {
    expect(await bet(id, fkr(20))).not.toHaveProperty('refusal')
    await endRounds(accounts.database, id, 'loss', zero, '[{"spin": true}]')
  }
  await lose(player)
  const third = await accounts.newPlayer()
  await fund(accounts, third.id, { deposit: fkr(100) })
  await setLimit(third.id, 'stake', 'round', fkr(30))
  expect(await link(third.id, theirs)).toEqual({ why: 'addressTaken' })
  expect(await amountsOf(player, second, third)).toEqual([
    [50, 30],
    [50, 30],
    [50, 30],
  ])
  await lose(third)
  for (const { id } of [player, second, third])
    expect(await bet(id, fkr(20))).toMatchObject({
      refusal: 'limitReached',
      limit: { left: 1_000 },
    })
  await takeBreak(third.id, 'timeout', '1 day')
  for (const { id } of [player, second, third])
    expect((await shown(id)).break).toMatchObject({ kind: 'timeout' })
})

test('BREAK-37 who ends a limit in one account neither ends it in the other nor plays there unseen', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'day', fkr(50))
  const end = ({ id }: Player) =>
    accounts.database.rows(sql`select ledger.set_limit($1, 'loss', 'day', null, 'UTC')`, [id])
  await end(second)
  await letPass('24 hours')
  await accounts.database.rows(sql`select ledger.confirm_limit($1, 'loss', 'day')`, [second.id])
  expect(await amountsOf(player, second)).toEqual([[50], []])
  // Again, where there is none any more.
  await end(second)
  expect((await shown(player.id)).limits).toMatchObject([{ pending: null }])
  expect(await bet(second.id, fkr(40))).not.toHaveProperty('refusal')
  expect((await shown(player.id)).limits).toMatchObject([{ used: 4_000, used_elsewhere: 4_000 }])
  expect(await bet(player.id, fkr(20))).toMatchObject({ limit: { left: 1_000 } })
})

test('BREAK-26 each account shows what the other has used by now', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'day', fkr(50))
  await bet(second.id, fkr(30))
  const [shownNow] = (await shown(player.id)).limits
  expect(shownNow).toMatchObject({ used: 3_000, used_elsewhere: 3_000, left: 2_000 })
  await endRounds(accounts.database, second.id, 'win', fkr(20), '[{"spin": true}]')
  const [shownThen] = (await shown(player.id)).limits
  expect(shownThen).toMatchObject({ used: 1_000, used_elsewhere: 1_000, left: 4_000 })
})

test('a look at the limits waits for no bet, and writes nothing', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'day', fkr(50))
  await bet(second.id, fkr(30))
  const kept = () => accounts.owner.rows(sql`select * from ledger.prior_uses order by player_id`)
  const before = await kept()
  await accounts.owner.transaction(async (inside) => {
    await inside.rows(sql`select ledger.hold_accounts(array[$1::integer])`, [player.id])
    expect((await shown(player.id)).limits).toMatchObject([{ used: 3_000, used_elsewhere: 3_000 }])
  })
  expect(await kept()).toEqual(before)
})

test('BREAK-26 two accounts of an owner have one limit together: of deposits', async () => {
  const second = await joined()
  await setLimit(second.id, 'deposit', 'month', fkr(250))
  const more = sql`select ledger.deposit_refusal($1, $2, 0) as refusal`
  const refusalOf = async ({ id }: Player, amount: Money) =>
    (await one(accounts.owner.rows<{ refusal: Answer | null }>(more, [id, amount]))).refusal
  for (const account of [player, second]) {
    expect(await refusalOf(account, fkr(60))).toMatchObject({ limit: { left: 5_000 } })
    expect(await refusalOf(account, fkr(50))).toBe(null)
  }
  await fund(accounts, player.id, { deposit: fkr(40) })
  expect(await refusalOf(second, fkr(20))).toMatchObject({ limit: { left: 1_000 } })
})

test.each([
  ['deposits', 'deposit', (id: number) => fund(accounts, id, { deposit: fkr(60) })],
  [
    'losses',
    'loss',
    async (id) => {
      await fund(accounts, id, { deposit: fkr(100) })
      await bet(id, fkr(60))
    },
  ],
] as const satisfies [string, string, (id: number) => Promise<unknown>][])(
  'BREAK-36 a limit of %s in a month counts the other account’s by its own month, not by theirs',
  async (_, kind, use) => {
    await withinADay('Etc/GMT-14')
    const second = await accounts.newPlayer()
    const set = sql`select ledger.set_limit($1, $2, 'month', 10000, $3)`
    await accounts.database.rows(set, [player.id, kind, 'Etc/GMT+12'])
    await accounts.database.rows(set, [second.id, kind, 'Etc/GMT-14'])
    await use(player.id)
    // In the running month of one of them alone. Until the month has begun for both, the one for
    // whom it hasn't is in a month that began long before.
    const begins = sql`
      select least(own, theirs) + interval '1 second' as first, own < theirs as "isOwn"
      from ledger.period_begin('month', now(), 'Etc/GMT-14') own,
        ledger.period_begin('month', now(), 'Etc/GMT+12') theirs`
    const { first, isOwn } = await one(accounts.owner.rows<{ first: Date; isOwn: boolean }>(begins))
    const used = isOwn ? 6_000 : 0
    const move = sql`update ledger.movements set at = $2 where player_id = $1`
    await accounts.owner.rows(move, [player.id, first])
    const rebase = sql`
      update ledger.limits set base = $2 where player_id = $1 and kind = 'loss'`
    await accounts.owner.rows(rebase, [player.id, used])
    await link(player.id)
    await link(second.id)
    expect((await shown(second.id)).limits).toMatchObject([{ used, left: 10_000 - used }])
  },
)

const placeIn = async (database: Queryable, { id }: Player, game: number) => {
  const placed = await one(
    database.rows<{ answer: Answer }>(
      sql`select ledger.place_bet($1, $2, $3::smallint, 1000, 'seed', null, null, null, null, false)
          as answer`,
      [id, randomUUID(), game],
    ),
  )
  return placed.answer
}

test('BREAK-27 a hundred bets at once in two accounts of an owner lose no more than their limit', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'week', fkr(55))
  // A game each, so that only the limit stops them.
  const games = [1, 2, 3, 4]
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const account = index % 2 ? player : second
      let answer: Answer
      do answer = await placeIn(accounts.database, account, games[(index % 8) >> 1] ?? 1)
      while (answer.refusal === 'betTooSoon')
    }),
  )
  const staked = sql`select sum(wagered)::int as staked from ledger.wallets`
  expect(await accounts.owner.rows(staked)).toEqual([{ staked: 5_000 }])
})

test('BREAK-31 a bet of one owner’s account waits for no other’s: it comes again, and no batch waits', async () => {
  const second = await joined()
  await setLimit(player.id, 'loss', 'week', fkr(55))
  await accounts.database.transaction(async (inside) => {
    expect(await placeIn(inside, player, 1)).toHaveProperty('placed')
    expect(await placeIn(accounts.database, second, 1)).toMatchObject({ refusal: 'betTooSoon' })
  })
  expect(await placeIn(accounts.database, second, 1)).toHaveProperty('placed')
})

/** As a reset of the password does. */
const doubt = (id: number, by: Queryable = accounts.database) =>
  by.rows(sql`select cashier.doubt_addresses($1, interval '7 days')`, [id])

test.each([
  ['the thief’s account has linked', (thief: number) => [thief, player.id]],
  ['the thief has linked in the owner’s', (thief) => [player.id, thief]],
] as const satisfies [string, (thief: number) => readonly number[]][])(
  'BREAK-28 a thief who signed for a wallet that %s excludes no owner who has reset the password',
  async (_, order) => {
    const { id: thief } = await accounts.newPlayer()
    for (const id of order(thief)) await link(id)
    // As the mail of the reset asks for.
    await accounts.database.rows(sql`select cashier.unlink_address($1, $2)`, [player.id, address])
    await doubt(player.id)
    await takeBreak(thief, 'exclusion', '60 months')
    await setLimit(thief, 'stake', 'round', zero)
    // Nor does another signature for the wallet that is left in the owner's account exclude the
    // owner.
    await link(thief)
    await takeBreak(thief, 'timeout', '1008 hours')
    expect(await shown(player.id)).toMatchObject({ break: null, limits: [] })
    // The thief's account takes along what the owner has.
    await setLimit(player.id, 'loss', 'day', fkr(50))
    await link(thief)
    expect(await shown(player.id)).toMatchObject({ break: null, limits: [{ kind: 'loss' }] })
  },
)

test('BREAK-28 a signature that waits for the owner’s reset joins no account to the owner’s', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  const { id: thief } = await accounts.newPlayer()
  const first = (inside: Queryable) => doubt(player.id, inside)
  const signed = waitBehind(accounts, { by: accounts.database, first }, () => link(thief))
  expect(await signed).toEqual({ why: 'addressTaken' })
  await takeBreak(thief, 'exclusion', '60 months')
  expect((await shown(player.id)).break).toBe(null)
})

test('BREAK-30 both owners hear once that a signature has joined their accounts', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  const second = await accounts.newPlayer()
  const events = sql`select player_id, detail from players.security_events
    where kind = 'accounts_joined' order by player_id`
  for (const times of ['once', 'and again']) {
    await link(second.id)
    expect(await accounts.owner.rows(events), times).toEqual(
      [player.id, second.id]
        .sort((a, b) => a - b)
        .map((id) => ({ player_id: id, detail: address })),
    )
  }
  // A player who closed the account gets no notice.
  await close(player)
  const third = await accounts.newPlayer()
  expect(await link(third.id)).toEqual({ why: null })
  expect(await accounts.owner.rows(events)).toHaveLength(3)
})

test('BREAK-29 who signs for a wallet that an excluded owner doubts is excluded, too', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  await takeBreak(player.id, 'exclusion', '6 months')
  await doubt(player.id)
  const second = await accounts.newPlayer()
  await link(second.id)
  expect((await shown(second.id)).break).toEqual((await shown(player.id)).break)
})

test('BREAK-33 who signs for a wallet that a player has unlinked excludes no player, and is excluded', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  await accounts.database.rows(sql`select cashier.unlink_address($1, $2)`, [player.id, address])
  const { id: other } = await accounts.newPlayer()
  expect(await link(other)).toEqual({ why: 'addressTaken' })
  await takeBreak(other, 'timeout', '24 hours')
  expect((await shown(player.id)).break).toBe(null)
  await takeBreak(player.id, 'exclusion', '6 months')
  const { id: third } = await accounts.newPlayer()
  await link(third)
  expect((await shown(third)).break).toEqual((await shown(player.id)).break)
})

test('BREAK-42 a thief who linked a wallet in the owner’s account, and signed for it elsewhere, excludes no owner who has unlinked it', async () => {
  const { id: thief } = await accounts.newPlayer()
  for (const id of [player.id, thief]) await link(id)
  await accounts.database.rows(sql`select cashier.unlink_address($1, $2)`, [player.id, address])
  await takeBreak(thief, 'exclusion', '60 months')
  expect((await shown(player.id)).break).toBe(null)
})

test.each([
  ['eight days ago', address, '8 days'],
  ['before the wallet was linked', `0x${'b'.repeat(40)}`, '0 days'],
])(
  'BREAK-42 nor does a player lose a limit so: accounts that were joined %s stay one owner’s',
  async (_, unlinked, ago) => {
    const second = await accounts.newPlayer()
    for (const id of [player.id, second.id]) await link(id)
    if (unlinked !== address) await link(player.id, unlinked)
    await accounts.owner.rows(sql`update ledger.signed_for set at = at - $1::interval`, [ago])
    await accounts.database.rows(sql`select cashier.unlink_address($1, $2)`, [player.id, unlinked])
    await takeBreak(second.id, 'timeout', '24 hours')
    expect((await shown(player.id)).break).toMatchObject({ kind: 'timeout' })
  },
)

const askDeposit = async (
  id: number,
  from: string,
  amount: number,
  database: Queryable = accounts.database,
) =>
  (
    await one(
      database.rows<{ answer: Answer & { id?: string } }>(
        sql`select cashier.request_deposit($1, gen_random_uuid(), $2, $3, null, null) as answer`,
        [id, amount, from],
      ),
    )
  ).answer

test('BREAK-27 deposits at once in two accounts of an owner don’t pass their limit', async () => {
  const second = await joined()
  const own = `0x${'b'.repeat(40)}`
  await link(second.id, own)
  await setLimit(player.id, 'deposit', 'month', fkr(260))
  const asked = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 ? askDeposit(player.id, address, 4_000) : askDeposit(second.id, own, 4_000),
    ),
  )
  expect(new Set(asked.flatMap(({ id }) => id ?? [])).size).toBe(1)
})

test('BREAK-27 a deposit waits for that of the owner’s other account, and counts it', async () => {
  const second = await joined()
  const own = `0x${'b'.repeat(40)}`
  await link(second.id, own)
  await setLimit(player.id, 'deposit', 'month', fkr(260))
  const first = (inside: Queryable) => askDeposit(player.id, address, 4_000, inside)
  const other = waitBehind(accounts, { by: accounts.database, first }, () =>
    askDeposit(second.id, own, 4_000),
  )
  expect(await other).toMatchObject({ refusal: 'limitReached', limit: { left: 2_000 } })
})

test('BREAK-27 a limit in one account stops a deposit of the other that isn’t signed', async () => {
  const second = await joined()
  const own = `0x${'b'.repeat(40)}`
  await link(second.id, own)
  const { id } = await askDeposit(second.id, own, 5_000)
  await setLimit(player.id, 'deposit', 'day', fkr(240))
  const sign = sql`
    select cashier.record_signed($1, $2, 0, 0::smallint, '0x' || repeat('1', 64), '0x', 1)
      as answer`
  expect(await accounts.worker.rows(sign, [second.id, id])).toEqual([{ answer: 'stopped' }])
})

test('BREAK-23 two accounts of an owner take breaks at once: each waits, no deadlock', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  const second = await accounts.newPlayer()
  await link(second.id)
  const [lower = 0, higher = 0] = [player.id, second.id].sort((a, b) => a - b)
  await waitBehind(
    accounts,
    {
      // Holds the lower one first, as a send does.
      by: accounts.owner,
      first: (inside) => inside.rows(sql`select ledger.hold($1)`, [lower]),
      last: (inside) => inside.rows(sql`select ledger.hold($1)`, [higher]),
    },
    () => takeBreak(higher, 'timeout', '24 hours'),
  )
  expect((await shown(lower)).break).toMatchObject({ kind: 'timeout' })
})

test('BREAK-40 one account of an owner changes to a former mailbox as another takes a break: no deadlock', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  const second = await accounts.newPlayer()
  await link(second.id)
  const former = await accounts.newPlayer()
  await close(former)
  const [lower = player, higher = player] = [player, second].sort((a, b) => a.id - b.id)
  await waitBehind(
    accounts,
    {
      // Holds the lower one first, as a break does.
      by: accounts.owner,
      first: (inside) => inside.rows(sql`select ledger.hold($1)`, [lower.id]),
      last: (inside) => inside.rows(sql`select ledger.hold($1)`, [higher.id]),
    },
    () => changeEmail(higher, former.email),
  )
})

test('BREAK-41 an exclusion ends as a log-in joins the account and a closed one that has it: no deadlock', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  // The exclusion comes along, until the account is not the one with the lowest id.
  const closed: number[] = []
  let open = player
  while (closed.length === 0 || open.id < Math.min(...closed)) {
    await close(open)
    closed.push(open.id)
    open = await accounts.newPlayer({ mobile: player.mobile })
  }
  await letPass('190 days')
  const ended = await waitBehind(
    accounts,
    {
      // Holds the lower one first, as a bet does, and a log-in in the browser of both.
      by: accounts.owner,
      first: (inside) => inside.rows(sql`select ledger.hold($1)`, [Math.min(...closed)]),
      last: (inside) => inside.rows(sql`select ledger.hold($1)`, [open.id]),
    },
    () => operator('end-exclusion', String(open.id)),
  )
  expect(ended).toMatchObject({ ok: true })
})

/** Begins a database transaction with `work`; the answer goes on and ends it. */
async function begin(
  database: Database,
  work: (inside: Queryable) => Promise<unknown>,
): Promise<(last?: typeof work) => Promise<unknown>> {
  const done = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<typeof work | undefined>()
  const over = database.transaction(async (inside) => {
    await work(inside)
    done.resolve()
    const last = await goOn.promise
    return last?.(inside)
  })
  await done.promise
  return (last) => {
    goOn.resolve(last)
    return over
  }
}

test('BREAK-34 a break waits while a signature joins its account: what locks in a circle runs again', async () => {
  expect(await link(player.id)).toEqual({ why: null })
  const second = await accounts.newPlayer()
  const [lower = 0, higher = 0] = [player.id, second.id].sort((a, b) => a - b)
  const circles: string[] = []
  const database = connect(accounts.url, {
    connections: 2,
    onError: () => undefined,
    onDeadlock: ({ message }) => circles.push(message),
    slowAnswersMs: 60_000,
  })
  onTestFinished(() => database.close())
  const breakIn = (db: Queryable, id: number) =>
    db.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [id])

  const endSigning = await begin(accounts.database, (inside) => link(second.id, address, inside))
  // Comes before the break, which gets its account only when the lower one is held.
  const holding = begin(accounts.owner, (inside) =>
    inside.rows(sql`select ledger.hold($1)`, [higher]),
  )
  await untilWaiting(accounts)
  const first = breakIn(database, higher)
  await untilWaiting(accounts, { many: 2 })
  await endSigning()
  const endHolding = await holding
  // Holds the lower one.
  const goOn = await begin(database, (inside) =>
    inside.rows(sql`select cashier.unlink_address($1, '0x' || repeat('e', 40))`, [lower]),
  )
  await endHolding()
  await untilWaiting(accounts)
  await Promise.all([first, goOn((inside) => breakIn(inside, lower))])
  expect(circles).not.toEqual([])
  for (const { id } of [player, second])
    expect((await shown(id)).break).toMatchObject({ kind: 'timeout' })
})

test('BREAK-24 a player says the birth date while logging in: each waits, no deadlock', async () => {
  const said = await waitBehind(
    accounts,
    {
      // What a log-in locks, in two steps: the account, then the wallets for its session.
      by: accounts.owner,
      first: (inside) => inside.rows(sql`update players.accounts set first_signed_in_at = now()`),
      last: (inside) => inside.rows(sql`select ledger.hold($1)`, [player.id]),
    },
    () =>
      accounts.database.rows(
        sql`select ledger.set_birth_date($1, '1990-01-01', 25, 'UTC') as answer`,
        [player.id],
      ),
  )
  expect(said).toMatchObject([{ answer: {} }])
})

test('BREAK-04 a break and limits outlive the freeze and the reset of the password', async () => {
  await takeBreak(player.id, 'exclusion', '6 months')
  await setLimit(player.id, 'loss', 'week', fkr(30))
  const before = await shown(player.id)
  await accounts.owner.rows(
    sql`insert into players.not_me_links (token_hash, player_id, email, mailed_at)
      values ($1, $2, $3, clock_timestamp())`,
    [linkTokenHash('not me'), player.id, player.email],
  )
  const browser = accounts.browser()
  expect(await freezeAccount(accounts.deps, { token: 'not me' }, browser)).toMatchObject({
    ok: true,
  })
  await accounts.owner.rows(
    sql`insert into players.reset_links (token_hash, player_id) values ($1, $2)`,
    [linkTokenHash('anew'), player.id],
  )
  const given = { token: 'anew', newPassword: 'another one' }
  expect(await resetPassword(accounts.deps, given, browser)).toMatchObject({ ok: true })
  expect(await shown(player.id)).toMatchObject({ break: before.break, limits: before.limits })
  expect(await bet(player.id)).toMatchObject({ refusal: 'onBreak' })
})

test('BREAK-05 a hold on the ways out holds an excluded player too, and ends in the break', async () => {
  await fund(accounts, player.id, { deposit: fkr(100) })
  await link(player.id)
  await takeBreak(player.id, 'exclusion', '6 months')
  await accounts.database.rows(sql`select ledger.hold_ways_out($1, '24 hours', 'reset')`, [
    player.id,
  ])
  expect(await withdraw(player.id)).toMatchObject({ refusal: 'waysOutHeld' })
  await accounts.owner.rows(sql`update ledger.wallets set ways_out_held_until = now()`)
  expect(await withdraw(player.id)).not.toHaveProperty('refusal')
})

test('BREAK-06 a withdrawal that is given back in a break can’t be played', async () => {
  await fund(accounts, player.id, { deposit: fkr(100) })
  await link(player.id)
  expect(await withdraw(player.id)).not.toHaveProperty('refusal')
  await takeBreak(player.id, 'timeout', '24 hours')
  await accounts.owner.rows(sql`update cashier.operations set state = 'review'`)
  await accounts.operator.rows(
    sql`select operator.refuse('Asha', 'looked at', player_id, operation_id)
      from cashier.operations`,
  )
  const left = sql`select deposit::int from ledger.wallets where player_id = $1`
  expect(await accounts.owner.rows(left, [player.id])).toEqual([{ deposit: 10_000 }])
  expect(await bet(player.id)).toMatchObject({ refusal: 'onBreak' })
})

test('BREAK-39 a bet of a break’s last moment is refused by that break, though it has ended', async () => {
  await takeBreak(player.id, 'timeout', '24 hours')
  await endBreak(accounts, player.id)
  const lastMoment = sql`
    select (break_until - interval '1 microsecond')::text as at
    from ledger.wallets where player_id = $1`
  const { at } = await one(accounts.owner.rows<{ at: string }>(lastMoment, [player.id]))
  const judge = sql`select ledger.play_refusal($1, 1000, $2, false) as refusal`
  expect(await accounts.owner.rows(judge, [player.id, at])).toEqual([
    { refusal: { refusal: 'onBreak', break: expect.objectContaining({ is_over: false }) } },
  ])
})

test('BREAK-07 a raise that waits comes in force neither in a break nor after it by itself', async () => {
  await fund(accounts, player.id, { deposit: fkr(500) })
  await setLimit(player.id, 'stake', 'round', fkr(10))
  await setLimit(player.id, 'stake', 'round', fkr(100))
  await takeBreak(player.id, 'timeout', '168 hours')
  await letPass('168 hours')
  expect(await bet(player.id, fkr(20))).toMatchObject({ refusal: 'limitReached' })
  await accounts.database.rows(sql`select ledger.confirm_limit($1, 'stake', 'round')`, [player.id])
  expect(await bet(player.id, fkr(20))).not.toHaveProperty('refusal')
})

const referralOf = async (id: number) =>
  (
    await one(
      accounts.owner.rows<{ referral: bigint }>(
        sql`select bonus + referral as referral from ledger.wallets where player_id = $1`,
        [id],
      ),
    )
  ).referral

/** A friend of the player, who signs in. */
async function bringFriend(): Promise<NewPlayer & { id: number }> {
  const code = sql`select invite_code from players.accounts where player_id = $1`
  const { invite_code: inviteCode } = await one(
    accounts.owner.rows<{ invite_code: string }>(code, [player.id]),
  )
  const friend = await accounts.newPlayer({ inviteCode })
  await logInTo(accounts, friend)
  return friend
}

// Citus takes the two steps for a circle and undoes both; a process runs them again.
test.skipIf(inject('postgres').nodes)(
  'COMP-22 a friend signs for another’s wallet as their rewards are decided: no deadlock',
  async () => {
    const [first, second] = [await bringFriend(), await bringFriend()]
    expect(await link(first.id)).toEqual({ why: null })
    const decide = sql`select operator.decide_rewards('Asha', 'a ring?', $1, 'refused')`
    const signed = await waitBehind(
      accounts,
      {
        // What operator.decide_rewards locks, in two steps.
        by: accounts.owner,
        first: (inside) => inside.rows(sql`select ledger.hold($1)`, [first.id]),
        last: (inside) => inside.rows(decide, [first.id]),
      },
      () => link(second.id),
    )
    expect(signed).toMatchObject({ why: 'addressTaken' })
    const shares = sql`select shares from referral.friends`
    expect(await accounts.owner.rows(shares)).toMatchObject(
      [first, second].map(() => ({ shares: expect.arrayContaining(['address']) })),
    )
  },
)

test.skipIf(inject('postgres').nodes)(
  'COMP-28 a friend comes from the referrer’s network as a sweep judges the friend’s rewards: no deadlock',
  async () => {
    const friend = await bringFriend()
    const come = ({ id }: Player, database: Queryable = accounts.database) =>
      database.rows(sql`select referral.trace_network($1, '198.51.100')`, [id])
    await come(player)
    await accounts.owner.rows(
      sql`update referral.rewards
          set unlock_deposits = 0, unlock_staked = 0, unlock_contributed = 0
          where friend_id = $1`,
      [friend.id],
    )
    await accounts.owner.rows(sql`insert into referral.changed_friends (player_id) values ($1)`, [
      friend.id,
    ])
    await waitBehind(
      accounts,
      {
        // What a first log-in locks as it is rewarded, or a signature for another’s wallet.
        by: accounts.owner,
        first: (inside) => inside.rows(sql`select ledger.hold($1)`, [friend.id]),
        last: (inside) => come(friend, inside),
      },
      () => accounts.worker.rows(sql`select referral.note_unlocked(99999999, 10)`),
    )
    const shares = sql`select shares from referral.friends where player_id = $1`
    expect(await accounts.owner.rows(shares, [friend.id])).toMatchObject([
      { shares: expect.arrayContaining(['network']) },
    ])
  },
)

test('COMP-34 a friend’s account is frozen while the referrer’s changes: it doesn’t wait', async () => {
  const friend = await bringFriend()
  await accounts.owner.rows(
    sql`insert into players.not_me_links (token_hash, player_id, email, mailed_at)
        select sha256('link'), player_id, email, clock_timestamp() from players.accounts
        where player_id = $1`,
    [friend.id],
  )
  await accounts.owner.transaction(async (inside) => {
    await inside.rows(sql`update players.accounts set show_name = false where player_id = $1`, [
      player.id,
    ])
    const freeze = sql`select players.freeze(sha256('link')) as frozen`
    expect(await accounts.database.rows(freeze)).toEqual([{ frozen: friend.id }])
  })
})

test.skipIf(inject('postgres').nodes)(
  'COMP-31 rewards that waited for a day’s budget are given as an operator decides them: no deadlock',
  async () => {
    await accounts.owner.rows(sql`update referral.settings set daily_budget = 0`)
    const friend = await bringFriend()
    await accounts.owner.rows(sql`update referral.settings set daily_budget = 1000000`)
    const decide = sql`select operator.decide_rewards('Asha', 'a ring?', $1, 'refused')`
    await waitBehind(
      accounts,
      {
        // What operator.decide_rewards locks, in two steps.
        by: accounts.owner,
        first: (inside) => inside.rows(sql`select ledger.hold($1)`, [friend.id]),
        last: (inside) => inside.rows(decide, [friend.id]),
      },
      () => rewardWaiting(accounts.worker),
    )
    expect(await referralOf(friend.id)).toBe(10_000n)
  },
)

test('BREAK-08 rewards that waited for a day with budget wait on for who is on a break by then', async () => {
  await accounts.owner.rows(sql`update referral.settings set daily_budget = 0`)
  const friend = await bringFriend()
  await takeBreak(player.id, 'timeout', '24 hours')
  await accounts.owner.rows(sql`update referral.settings set daily_budget = 1000000`)
  await rewardWaiting(accounts.worker)
  expect(await referralOf(friend.id)).toBe(10_000n)
  expect(await referralOf(player.id)).toBe(0n)
  await letPass('24 hours')
  await rewardWaiting(accounts.worker)
  expect(await referralOf(player.id)).toBe(10_000n)
})

test('BREAK-10 kept rewards end with the account: neither it nor the person’s next one has them', async () => {
  await takeBreak(player.id, 'timeout', '24 hours')
  await bringFriend()
  await close(player)
  const again = await accounts.newPlayer({ mobile: player.mobile })
  await letPass('24 hours')
  await letPass('24 hours')
  expect(await rewardWaiting(accounts.worker)).toBe(0)
  expect(await referralOf(player.id)).toBe(0n)
  expect(await referralOf(again.id)).toBe(0n)
})

test('BREAK-13 a freeze in a break ends neither the break nor what it keeps', async () => {
  await takeBreak(player.id, 'timeout', '24 hours')
  await bringFriend()
  await accounts.database.rows(sql`select ledger.set_frozen($1, true)`, [player.id])
  await accounts.database.rows(sql`select ledger.set_frozen($1, false)`, [player.id])
  expect(await rewardWaiting(accounts.worker)).toBe(0)
  expect(await bet(player.id)).toMatchObject({ refusal: 'onBreak' })
  await letPass('24 hours')
  expect(await rewardWaiting(accounts.worker)).toBe(1)
  expect(await referralOf(player.id)).toBe(10_000n)
})

test('BREAK-14 a kept reward isn’t owed until it is given', async () => {
  const owed = async () =>
    (
      await one(
        accounts.owner.rows<{ owed: bigint }>(sql`select solvency.ledger_owes()::bigint as owed`),
      )
    ).owed
  await takeBreak(player.id, 'timeout', '24 hours')
  const before = await owed()
  await bringFriend()
  expect(await owed()).toBe(before + 10_000n)
  await letPass('24 hours')
  await rewardWaiting(accounts.worker)
  expect(await owed()).toBe(before + 20_000n)
})

test('BREAK-09 staff set again what a restore has lost, and can only make it tighter', async () => {
  const id = String(player.id)
  expect(await operator('take-break', id, 'exclusion', '6m')).toMatchObject({ ok: true })
  expect(await bet(player.id)).toMatchObject({ refusal: 'onBreak' })
  expect(await operator('take-break', id, 'timeout', '24h')).toMatchObject({
    ok: false,
    why: 'A break lasts as long already: none is made shorter.',
  })
  expect(await operator('take-break', id, 'holiday', '24h')).toMatchObject({ ok: false })
  expect(await operator('lower-limit', id, 'loss', 'day', '50')).toMatchObject({ ok: true })
  expect(await operator('lower-limit', id, 'loss', 'day', '40')).toMatchObject({ ok: true })
  for (const amount of ['40', '60'])
    expect(await operator('lower-limit', id, 'loss', 'day', amount)).toMatchObject({
      ok: false,
      why: 'The limit is as low already: a raise is the player’s own act.',
    })
  expect(await operator('lower-limit', id, 'stake', 'day', '5')).toMatchObject({ ok: false })
  expect(await operator('lower-limit', '99999998', 'loss', 'day', '5')).toMatchObject({ ok: false })
  expect((await shown(player.id)).limits).toMatchObject([
    { kind: 'loss', amount: 4_000, pending: null },
  ])
  const acts = sql`select act, about from operator.acts order by at`
  expect(await accounts.owner.rows(acts)).toEqual([
    { act: 'giveBreak', about: id },
    { act: 'lowerLimit', about: `${id} loss day` },
    { act: 'lowerLimit', about: `${id} loss day` },
  ])
})
