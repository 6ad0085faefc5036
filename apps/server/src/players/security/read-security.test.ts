import { fkr } from '@pipkin/money'
import { beforeEach, expect, test } from 'vitest'
import {
  type Accounts,
  type NewPlayer,
  openAccountsForTest,
  type TestBrowser,
} from '../../../test/players/accounts.ts'
import { type HeldAnswer, refuseHeld } from '../../ledger/refuse-held.ts'
import { sql } from '../../platform/database/database.ts'
import { logIn } from '../sessions/log-in.ts'
import { readSecurity } from './read-security.ts'

/** What the security screen says about money that waits. */

type WaysOutHeld = Extract<HeldAnswer, { refusal: 'waysOutHeld' }>

let accounts: Accounts
let player: NewPlayer & { id: number }
let browser: TestBrowser
beforeEach(async () => {
  accounts = await openAccountsForTest()
  player = await accounts.newPlayer()
  browser = accounts.browser()
  await logIn(accounts.deps, player, browser)
  browser = await accounts.withSession(browser)
})

const day = 86_400_000

async function holds() {
  const deps = { ...accounts.deps, config: { ...accounts.deps.config, linkedForMs: day } }
  const result = await readSecurity(deps, browser.session!)
  return result.ok ? result.answer.holds : []
}

const receive = (hundredths: number, hours: number) =>
  accounts.owner.rows(
    sql`update ledger.wallets
      set received = ledger.add_received(received,
        array[row($3::timestamptz, $2)::ledger.received_part], $4::timestamptz)
      where player_id = $1`,
    [player.id, hundredths, new Date(Date.now() + hours * 3_600_000), new Date()],
  )
const hold = (hours: number, after: string) =>
  accounts.owner.rows(
    sql`select ledger.hold_ways_out($1, $2 * interval '1 hour', $3::ledger.hold_reason)`,
    [player.id, hours, after],
  )
const link = (last: string, hoursAgo: number, doubtedHoursAgo: number | null = null) =>
  accounts.owner.rows(
    sql`insert into cashier.addresses (address, player_id, linked_at, chosen_at, doubted_at)
      values ('0x' || repeat('0', 39) || $2, $1, now() - $3 * interval '1 hour',
              now() - $3 * interval '1 hour', now() - $4 * interval '1 hour')`,
    [player.id, last, hoursAgo, doubtedHoursAgo],
  )
const hoursFromNow = ({ until }: { until: Date }) =>
  Math.round((until.getTime() - Date.now()) / 3_600_000)

test('an account without a hold lists none', async () => {
  await link('1', 30)
  await hold(0, 'reset')
  expect(await holds()).toEqual([])
})

test.each([
  ['reset', 'your password was reset'],
  ['email', 'your email address was changed'],
  ['factor', 'a second factor was removed'],
])(
  'both ways out wait after a change of the %s, with the reason of that hold',
  async (after, why) => {
    await hold(24, after)
    // A shorter hold doesn't replace it, nor its reason.
    await hold(1, after === 'reset' ? 'email' : 'reset')
    expect(await holds()).toMatchObject([
      { what: 'withdraw', why },
      { what: 'send', why },
    ])
    expect((await holds()).map(hoursFromNow)).toEqual([24, 24])
  },
)

test('each reason that the database has for a hold has its words, here and in a refusal', async () => {
  const reasons = await accounts.owner.rows<Pick<WaysOutHeld, 'after'>>(
    sql`select unnest(enum_range(null::ledger.hold_reason))::text as after`,
  )
  expect(reasons.length).toBeGreaterThan(2)
  for (const [place, { after }] of reasons.entries()) {
    // Each holds for longer than the one before, and so replaces it.
    await hold(place + 1, after)
    expect(
      (await holds()).map(({ why }) => why),
      after,
    ).toEqual([expect.stringMatching(/ was /), expect.stringMatching(/ was /)])
    const refusal = refuseHeld({ refusal: 'waysOutHeld', until: '2026-11-27 15:00:00+00', after })
    expect(refusal.parts.reason, after).toMatch(/ was /)
  }
})

test('received money is named with its amount, until the last of it is free', async () => {
  await receive(3_000, 2)
  await receive(2_000, 5)
  await receive(9_900, -1)
  const received = await holds()
  expect(received).toMatchObject([
    { what: 'withdraw', why: 'you received it', amount: fkr(50) },
    { what: 'send', why: 'you received it', amount: fkr(50) },
  ])
  expect(received.map(hoursFromNow)).toEqual([5, 5])
  // A hold of everything that lasts longer says it all.
  await hold(6, 'reset')
  expect((await holds()).map(({ amount }) => amount)).toEqual([undefined, undefined])
})

test('a new wallet holds withdrawals while it is the one that is paid', async () => {
  await link('1', 1)
  const [first, ...others] = await holds()
  expect(others).toEqual([])
  expect(first).toMatchObject({ what: 'withdraw', why: 'your wallet was linked lately' })
  expect(hoursFromNow(first!)).toBe(23)
  await link('2', 48)
  expect(await holds()).toEqual([])
})

test('a doubted wallet waits for its player, not for a time', async () => {
  await link('1', 30, 2)
  await link('2', 3, 2)
  expect(await holds()).toEqual([])
})

test('an unlinked wallet is listed with no hold', async () => {
  await link('1', 1)
  await accounts.owner.rows(sql`update cashier.addresses set unlinked_at = now()`)
  expect(await holds()).toEqual([])
})
