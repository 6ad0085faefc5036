import { randomUUID } from 'node:crypto'
import type { PlayRules } from '@pipkin/contract/schemas'
import { fkr, type Money, zero } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { earlier } from '../../test/database/earlier.ts'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { passTime } from '../../test/players/pass-time.ts'
import { fund, makePlayer, setCatalogue } from '../../test/players/player.ts'
import { signedIn } from '../../test/players/signed-in.ts'
import { endRounds } from '../../test/rounds/end-rounds.ts'
import { playRules } from '../../test/rounds/play-rules.ts'
import { withinADay } from '../../test/within-a-day.ts'
import { ledgerRules } from '../ledger/ledger-rules.ts'
import { connect, type Database, one, sql } from '../platform/database/database.ts'
import { termsOf } from '../rounds/profile-terms.ts'
import { followProfile } from './follow-profile.ts'

/** What the profiles ask of the ledger. Two pools stand for two processes. */

const [standard, uk, de, se, nl, mt] = [
  playRules('standard'),
  playRules('uk', '0.01 GBP'),
  playRules('de', '0.01 EUR'),
  playRules('se'),
  playRules('nl', '0.01 EUR'),
  playRules('mt', '0.01 EUR'),
]

let db: TestDatabase
let pools: readonly Database[]
let second: Database
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  second = connect(db.url, { connections: 10, onError: () => undefined, slowAnswersMs: 55_000 })
  pools = [db.database, second]
})
afterAll(async () => {
  await second.close()
  await db.close()
})
// The month of a limit ends at midnight.
beforeEach(() => withinADay())

type Answer = { readonly refusal?: string } & Readonly<Record<string, unknown>>

const slot = 3
const aHundred = Array.from({ length: 100 }, (_, index) => index)
const poolOf = (index: number) => pools[index % pools.length]!
const rich = () => makePlayer(db, { deposit: fkr(10_000) })
/** A player with an account, who has a birth date. */
const known = async () => (await signedIn(db, 'http://localhost', { deposit: fkr(10_000) })).id

const answerOf = async (
  by: Database,
  statement: ReturnType<typeof sql>,
  values: readonly unknown[],
): Promise<Answer> => (await one(by.rows<{ answer: Answer }>(statement, values))).answer

interface Bet {
  readonly stake?: Money
  readonly game?: number
  readonly paced?: boolean
  readonly by?: Database
}

function placeBet(player: number, profile: PlayRules, bet: Bet = {}): Promise<Answer> {
  const { stake = fkr(10), game = slot, paced = false, by = db.database } = bet
  const asks = termsOf(profile, game)
  return answerOf(
    by,
    sql`select ledger.place_bet($1, $2, $3, $4, 'seed', null, null, null, null, $5,
      $6, $7, $8, $9, $10) as answer`,
    [
      player,
      randomUUID(),
      game,
      stake,
      paced,
      asks.startMs,
      asks.mostStake,
      asks.youngStake,
      asks.lookMinutes,
      asks.pauseMinutes,
    ],
  )
}

/** A bet and its end; answers the refusal, if there is one. */
async function play(player: number, profile: PlayRules, bet: Bet = {}): Promise<Answer> {
  const answer = await placeBet(player, profile, bet)
  if (answer.refusal === undefined)
    await endRounds(bet.by ?? db.database, player, 'loss', 0n, '[{"spin": true}]')
  return answer
}

const setLimit = (
  player: number,
  profile: PlayRules,
  period: string,
  amount: Money | null,
  zone = 'UTC',
) =>
  answerOf(db.database, sql`select ledger.set_limit($1, 'deposit', $2, $3, $4, $5) as answer`, [
    player,
    period,
    amount,
    zone,
    JSON.stringify(ledgerRules(profile)),
  ])

const confirmLimit = (player: number, period: string) =>
  answerOf(db.database, sql`select ledger.confirm_limit($1, 'deposit', $2) as answer`, [
    player,
    period,
  ])

/** A report of a deposit, from a wallet of its own. */
async function deposit(
  player: number,
  profile: PlayRules,
  amount: Money,
  { elsewhere = zero, by = db.database }: { elsewhere?: Money; by?: Database } = {},
): Promise<Answer> {
  const address = `0x${randomUUID().replaceAll('-', '')}00000000`
  await db.owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    address,
    player,
  ])
  return answerOf(
    by,
    sql`select cashier.request_deposit($1, $2, $3, $4, null, null, $5) as answer`,
    [
      player,
      randomUUID(),
      amount,
      address,
      JSON.stringify({ ...ledgerRules(profile), elsewhere: Number(elsewhere) }),
    ],
  )
}

const setBirthDate = (player: number, born: string, zone = 'UTC') =>
  answerOf(db.database, sql`select ledger.set_birth_date($1, $2, 25, $3) as answer`, [
    player,
    born,
    zone,
  ])

const letPass = (player: number, time: string) => passTime(db, player, time)

const limitsOf = (player: number) =>
  db.owner.rows<{
    period: string
    amount: bigint
    is_net: boolean
    pending_amount: bigint | null
    pending_from: Date | null
  }>(
    sql`select period, amount, is_net, pending_amount, pending_from from ledger.limits
      where player_id = $1 order by period`,
    [player],
  )

describe('a deposit limit before the first deposit', () => {
  test('is offered by some: nothing is asked', async () => {
    const player = await makePlayer(db)
    expect(await deposit(player, standard, fkr(500))).not.toHaveProperty('refusal')
    expect(await deposit(player, mt, fkr(500))).not.toHaveProperty('refusal')
  })

  test('is asked for, and may be declined, where that is the default', async () => {
    const [careful, free] = [await makePlayer(db), await makePlayer(db)]
    for (const player of [careful, free])
      expect(await deposit(player, uk, fkr(500))).toMatchObject({ refusal: 'depositLimitDue' })
    await setLimit(careful, uk, 'week', fkr(600))
    expect(await deposit(careful, uk, fkr(500))).not.toHaveProperty('refusal')
    await db.database.rows(sql`select ledger.decline_deposit_limit($1)`, [free])
    expect(await deposit(free, uk, fkr(500))).not.toHaveProperty('refusal')
  })

  test('is needed in each of its periods; declining it changes nothing', async () => {
    const player = await makePlayer(db)
    await db.database.rows(sql`select ledger.decline_deposit_limit($1)`, [player])
    for (const period of ['day', 'week', 'month']) {
      expect(await deposit(player, se, fkr(500))).toMatchObject({ refusal: 'depositLimitDue' })
      await setLimit(player, se, period, fkr(1_000))
    }
    expect(await deposit(player, se, fkr(500))).not.toHaveProperty('refusal')
  })

  test('is no higher than the law’s, for a young player and one of unknown age than theirs', async () => {
    const player = await known()
    expect(await setLimit(player, de, 'month', fkr(100_001))).toMatchObject({
      refusal: 'limitTooHigh',
      n: 10_000_000,
    })
    expect(await setLimit(player, nl, 'month', fkr(30_001))).toMatchObject({ n: 3_000_000 })
    await setBirthDate(player, '1990-06-15')
    expect(await setLimit(player, nl, 'month', fkr(70_001))).toMatchObject({ n: 7_000_000 })
    expect(await setLimit(player, nl, 'month', fkr(70_000))).toEqual({})
  })

  test.each([
    ['de', de, fkr(100_000), fkr(5_000), 20],
    ['nl', nl, fkr(30_000), fkr(1_500), 20],
  ] as const)(
    'SAFER-11 holds a hundred deposits at once by %s, over two processes',
    async (_, profile, most, each, taken) => {
      const player = await makePlayer(db)
      await setLimit(player, profile, 'month', most)
      const answers = await Promise.all(
        aHundred.map((index) => deposit(player, profile, each, { by: poolOf(index) })),
      )
      expect(answers.filter(({ refusal }) => refusal === undefined)).toHaveLength(taken)
    },
  )

  test('counts what went to other operators, where a law sums them up', async () => {
    const player = await makePlayer(db)
    await setLimit(player, de, 'month', fkr(100_000))
    const elsewhere = fkr(99_000)
    expect(await deposit(player, de, fkr(1_001), { elsewhere })).toMatchObject({
      refusal: 'limitReached',
      limit: { kind: 'deposit', period: 'month', left: 100_000 },
    })
    expect(await deposit(player, de, fkr(1_000), { elsewhere })).not.toHaveProperty('refusal')
  })

  test('that is net gives back what was paid out, never more, and not before it is paid', async () => {
    const player = await makePlayer(db)
    await setLimit(player, nl, 'month', fkr(1_000))
    const post = (kind: string, deposited: bigint, chain: bigint) =>
      db.owner.rows(
        sql`select ledger.post($1, gen_random_uuid(), $2::ledger.movement_kind,
          deposit => $3::bigint, chain => $4::bigint, withdrawals => -($3::bigint + $4::bigint))`,
        [player, kind, deposited, chain],
      )
    await post('deposit', 80_000n, -80_000n)
    expect(await deposit(player, nl, fkr(201))).toMatchObject({ refusal: 'limitReached' })
    await post('withdraw', -50_000n, 0n)
    expect(await deposit(player, nl, fkr(201))).toMatchObject({ refusal: 'limitReached' })
    await post('withdraw_paid', 0n, 45_000n)
    expect(await deposit(player, nl, fkr(651))).toMatchObject({ refusal: 'limitReached' })
    // More came out than went in: the limit is its amount, no more.
    await post('withdraw_paid', 0n, 90_000n)
    expect(await deposit(player, nl, fkr(1_001))).toMatchObject({ refusal: 'limitReached' })
    expect(await deposit(player, nl, fkr(1_000))).not.toHaveProperty('refusal')
  })
})

describe('a raise', () => {
  test.each([
    ['de', de, '167 hours 59 minutes'],
    ['nl', nl, '167 hours 59 minutes'],
    ['mt', mt, '23 hours 59 minutes'],
  ] as const)('waits as long as %s says', async (_, profile, nearly) => {
    const player = await makePlayer(db)
    await setLimit(player, profile, 'week', fkr(10))
    await setLimit(player, profile, 'week', fkr(20))
    await letPass(player, nearly)
    expect(await confirmLimit(player, 'week')).toMatchObject({ refusal: 'limitTooSoon' })
    await letPass(player, '1 minute')
    expect(await confirmLimit(player, 'week')).toEqual({})
  })

  test('waits for less than the end of a limit, where a law says so', async () => {
    const player = await makePlayer(db)
    await setLimit(player, mt, 'week', fkr(10))
    await setLimit(player, mt, 'week', null)
    await letPass(player, '167 hours 59 minutes')
    expect(await confirmLimit(player, 'week')).toMatchObject({ refusal: 'limitTooSoon' })
    await letPass(player, '1 minute')
    expect(await confirmLimit(player, 'week')).toEqual({})
  })

  const from = async (period: string, zone: string, at: string) =>
    (
      await one(
        db.owner.rows<{ from: Date }>(
          sql`select ledger.confirmed_from($1, $2, 100, $3, $4) as from`,
          [period, zone, at, JSON.stringify(ledgerRules(se))],
        ),
      )
    ).from.toISOString()

  test.each([
    ['day', 'UTC', '2026-11-20T12:00:00Z', '2026-11-23T12:00:00.000Z'],
    ['week', 'UTC', '2026-11-20T12:00:00Z', '2026-11-27T12:00:00.000Z'],
    ['month', 'UTC', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
    // At the end of a month 72 hours are longer.
    ['month', 'UTC', '2026-11-30T23:59:59Z', '2026-12-03T23:59:59.000Z'],
    // A leap year's February, in a zone of its own.
    ['month', 'Europe/Stockholm', '2028-02-01T12:00:00Z', '2028-02-29T23:00:00.000Z'],
    // The clocks change within the month, and a week is still 168 hours.
    ['month', 'Europe/Stockholm', '2026-10-02T12:00:00Z', '2026-10-31T23:00:00.000Z'],
    ['week', 'Europe/Stockholm', '2026-10-24T12:00:00Z', '2026-10-31T12:00:00.000Z'],
  ])(
    'of a %s in %s, asked for at %s, waits for the end of its running period and 72 hours',
    async (period, zone, at, until) => expect(await from(period, zone, at)).toBe(until),
  )
})

describe('a birth date', () => {
  const birthday = async (born: string, years: number) =>
    (
      await one(
        db.owner.rows<{ day: string }>(sql`select ledger.birthday($1, $2)::text as day`, [
          born,
          years,
        ]),
      )
    ).day

  test.each([
    ['2000-02-29', 25, '2025-03-01'],
    ['2000-02-29', 24, '2024-02-29'],
    ['2000-02-28', 25, '2025-02-28'],
    ['2000-03-01', 25, '2025-03-01'],
    ['2001-12-31', 25, '2026-12-31'],
    ['2000-02-29', 18, '2018-03-01'],
  ])('%s turns %d on %s', async (born, years, day) => {
    expect(await birthday(born, years)).toBe(day)
  })

  test('is said once, by grown-ups alone', async () => {
    const player = await known()
    expect(await setBirthDate(player, '2999-01-01')).toEqual({ refusal: 'underAge' })
    expect(await setBirthDate(player, '2000-02-29')).toEqual({})
    expect(await setBirthDate(player, '1990-01-01')).toEqual({ refusal: 'birthDateFixed' })
  })

  test.each([
    ['UTC', '2027-04-02T00:00:00.000Z'],
    // The clocks go forward in the night of the birthday: midnight is an hour earlier from then on.
    ['Europe/London', '2027-04-01T23:00:00.000Z'],
    ['Asia/Kolkata', '2027-04-01T18:30:00.000Z'],
  ])('ends youth at midnight in %s', async (zone, at) => {
    const player = await known()
    await setBirthDate(player, '2002-04-02', zone)
    const { grown_at } = await one(
      db.owner.rows<{ grown_at: Date }>(
        sql`select grown_at from ledger.wallets where player_id = $1`,
        [player],
      ),
    )
    expect(grown_at.toISOString()).toBe(at)
  })
})

describe('the largest stake in the slot', () => {
  test('is lower under 25 and for an unknown age, up to the birthday', async () => {
    const player = await known()
    const big = { stake: fkr(210) }
    expect(await play(player, uk, big)).toMatchObject({ refusal: 'stakeTooLarge', n: 20_000 })
    await setBirthDate(player, '2000-01-01')
    await db.owner.rows(sql`update ledger.wallets set grown_at = $2 where player_id = $1`, [
      player,
      new Date(Date.now() + 60_000),
    ])
    expect(await play(player, uk, big)).toMatchObject({ refusal: 'stakeTooLarge', n: 20_000 })
    await letPass(player, '1 minute')
    expect(await play(player, uk, big)).not.toHaveProperty('refusal')
    expect(await play(player, uk, { stake: fkr(510) })).toMatchObject({
      refusal: 'stakeTooLarge',
      n: 50_000,
    })
  })

  test('is everyone’s where the law knows no age, and of the slot alone', async () => {
    const player = await rich()
    expect(await play(player, de, { stake: fkr(110) })).toMatchObject({
      refusal: 'stakeTooLarge',
      n: 10_000,
    })
    expect(await play(player, de, { stake: fkr(100) })).not.toHaveProperty('refusal')
    expect(termsOf(de, 1)).toMatchObject({ mostStake: null })
    expect(await play(player, standard, { stake: fkr(110) })).not.toHaveProperty('refusal')
  })

  test('SAFER-12 a hundred bets at once above it: none stands', async () => {
    const player = await rich()
    const answers = await Promise.all(
      aHundred.map((index) => play(player, uk, { stake: fkr(210), by: poolOf(index) })),
    )
    for (const answer of answers) expect(answer).toMatchObject({ refusal: 'stakeTooLarge' })
  })
})

describe('from start to start', () => {
  const clock = async () =>
    (await one(db.owner.rows<{ at: Date }>(sql`select clock_timestamp() as at`, []))).at.getTime()

  test.each([
    ['de', de, 5_000],
    ['nl', nl, 3_000],
    ['uk', uk, 2_500],
  ] as const)('as long passes as %s says, no less', async (_, profile, ms) => {
    const player = await rich()
    const paced = { paced: true }
    await play(player, profile, paced)
    // Sets it a minute ahead, so that the test's own time doesn't count.
    const { placed_at } = await one(
      db.owner.rows<{ placed_at: Date }>(
        sql([
          `update ledger.rounds set ${earlier(`interval '-1 minute'`, 'placed_at')}
           where player_id = $1 returning placed_at`,
        ]),
        [player],
      ),
    )
    const before = await clock()
    const answer = await play(player, profile, paced)
    const after = await clock()
    expect(answer).toMatchObject({ refusal: 'betTooSoon' })
    const free = placed_at.getTime() + ms
    expect(answer.wait_ms).toBeGreaterThanOrEqual(free - after - 1)
    expect(answer.wait_ms).toBeLessThanOrEqual(free - before + 2)
    await letPass(player, '1 minute')
    await letPass(player, `${ms} milliseconds`)
    expect(await play(player, profile, paced)).not.toHaveProperty('refusal')
  })

  test('SAFER-13 of a hundred bets at once one starts', async () => {
    const player = await rich()
    // A busy machine takes longer than the law's five seconds for a hundred bets.
    const anHour = { slotMs: 3_600_000, otherMs: 3_600_000 }
    const slow = { ...de, fromStartToStart: anHour }
    const answers = await Promise.all(
      aHundred.map((index) => play(player, slow, { paced: true, by: poolOf(index) })),
    )
    const rounds = await db.owner.rows(sql`select from ledger.rounds where player_id = $1`, [
      player,
    ])
    expect(rounds).toHaveLength(1)
    expect(answers.filter(({ placed }) => placed !== undefined)).toHaveLength(1)
  })
})

describe('a reality check that the profile asks for', () => {
  const acknowledge = (player: number, { realityCheck }: PlayRules) =>
    db.database.rows(sql`select ledger.acknowledge_reminder($1, $2, $3)`, [
      player,
      realityCheck?.minutes,
      realityCheck?.pauseMinutes ?? 0,
    ])
  /** Plays on, so that no hour passes without a bet. */
  async function playFor(player: number, profile: PlayRules, minutes: readonly string[]) {
    for (const time of minutes) {
      await play(player, profile)
      await letPass(player, time)
    }
  }

  test('stops bets until it is acknowledged', async () => {
    const player = await rich()
    await playFor(player, nl, ['29 minutes'])
    expect(await play(player, nl)).not.toHaveProperty('refusal')
    await letPass(player, '1 minute')
    const due = await Promise.all(aHundred.map((index) => play(player, nl, { by: poolOf(index) })))
    for (const answer of due) expect(answer).toMatchObject({ refusal: 'reminderDue', until: null })
    await acknowledge(player, nl)
    expect(await play(player, nl)).not.toHaveProperty('refusal')
  })

  test('begins a pause, which no acknowledgement ends and no log-in', async () => {
    const player = await known()
    await playFor(player, de, ['40 minutes', '20 minutes'])
    const due = await play(player, de)
    expect(due).toMatchObject({ refusal: 'reminderDue' })
    expect(due.until).not.toBeNull()
    await letPass(player, '4 minutes')
    await acknowledge(player, de)
    await db.owner.rows(
      sql`insert into players.sessions (token_hash, player_id)
        values (sha256($2::text::bytea), $1)`,
      [player, randomUUID()],
    )
    expect(await play(player, de)).toMatchObject({ refusal: 'reminderDue' })
    await letPass(player, '1 minute')
    // The pause is over, and the summary is still to be seen.
    expect(await play(player, de)).toMatchObject({ refusal: 'reminderDue' })
    await acknowledge(player, de)
    expect(await play(player, de)).not.toHaveProperty('refusal')
  })

  test('is not due early by a look before its time', async () => {
    const player = await rich()
    await playFor(player, nl, ['20 minutes'])
    await acknowledge(player, nl)
    await playFor(player, nl, ['10 minutes'])
    expect(await play(player, nl)).toMatchObject({ refusal: 'reminderDue' })
  })

  test('begins anew after an hour without a bet', async () => {
    const player = await rich()
    await playFor(player, de, ['50 minutes', '61 minutes'])
    expect(await play(player, de)).not.toHaveProperty('refusal')
  })
})

describe('another profile on a living database', () => {
  test('tightens at once what players set, and what waits', async () => {
    const player = await makePlayer(db)
    await setLimit(player, standard, 'month', fkr(500_000))
    await setLimit(player, standard, 'month', fkr(600_000))
    await setLimit(player, standard, 'day', fkr(10))
    await setLimit(player, standard, 'day', fkr(20))
    const before = await limitsOf(player)
    await followProfile(db.database, de)
    const after = await limitsOf(player)
    expect(after).toMatchObject([
      { period: 'day', amount: 1_000n, pending_amount: 2_000n },
      { period: 'month', amount: 10_000_000n, pending_amount: null, pending_from: null },
    ])
    const day = 86_400_000
    expect(Number(after[0]!.pending_from) - Number(before[0]!.pending_from)).toBe(6 * day)
    const changes = await db.owner.rows(
      sql`select amount from ledger.limit_changes
        where player_id = $1 and period = 'month' order by at desc limit 1`,
      [player],
    )
    expect(changes).toEqual([{ amount: 10_000_000n }])
  })

  test('warns of what is left of a loss limit, though a bet has looked at it before', async () => {
    const player = await makePlayer(db)
    await fund(db, player, { deposit: fkr(200) })
    await db.database.rows(sql`select ledger.set_limit($1, 'loss', 'month', 10000, 'UTC')`, [
      player,
    ])
    const warnings = () =>
      db.owner.rows(sql`select used from ledger.limit_notices where player_id = $1`, [player])
    for (let bet = 1; bet <= 2; bet += 1) await play(player, standard)
    await followProfile(db.database, nl)
    for (let bet = 3; bet <= 4; bet += 1) await play(player, nl)
    expect(await warnings()).toEqual([])
    await play(player, nl)
    expect(await warnings()).toEqual([{ used: fkr(50) }])
  })

  test('counts a net limit gross from then on', async () => {
    const player = await makePlayer(db)
    await setLimit(player, nl, 'month', fkr(100))
    await followProfile(db.database, nl)
    expect(await limitsOf(player)).toMatchObject([{ is_net: true }])
    await followProfile(db.database, standard)
    expect(await limitsOf(player)).toMatchObject([{ is_net: false }])
    // Something else of it has to change, or it isn't looked at.
    await db.owner.rows(sql`update ledger.limits set warn_percent = null where player_id = $1`, [
      player,
    ])
    await followProfile(db.database, nl)
    expect(await limitsOf(player)).toMatchObject([{ is_net: false }])
  })

  test('rejects deposits that wait without the limit that it needs', async () => {
    const [without, limited] = [await makePlayer(db), await makePlayer(db)]
    await setLimit(limited, standard, 'month', fkr(1_000))
    const waiting = [
      await deposit(without, standard, fkr(500)),
      await deposit(limited, standard, fkr(500)),
    ]
    await followProfile(db.database, de)
    const states = await db.owner.rows(
      sql`select state, reason from cashier.operations where operation_id = any ($1)
        order by state`,
      [waiting.map(({ id }) => id)],
    )
    expect(states).toEqual([
      { state: 'requested', reason: null },
      { state: 'rejected', reason: 'depositLimitDue' },
    ])
  })

  test('holds no player for whom nothing changes, and goes through all in steps', async () => {
    const player = await makePlayer(db)
    await setLimit(player, standard, 'month', fkr(500_000))
    // What waits is looked at each time.
    await setLimit(player, standard, 'day', fkr(10))
    await setLimit(player, standard, 'day', fkr(20))
    // More limits behind the first thousand.
    await db.owner.rows(
      sql`insert into ledger.limits (player_id, kind, period, amount, zone)
          select 900000000 + n, 'deposit', 'month', 50000000, 'UTC'
          from generate_series(1, 1500) n`,
    )
    await db.owner.rows(
      sql`insert into ledger.wallets (player_id)
          select 900000000 + n from generate_series(1, 1500) n`,
    )
    await followProfile(db.database, de)
    const highest = await db.owner.rows(
      sql`select distinct amount from ledger.limits where player_id > 900000000`,
    )
    expect(highest).toEqual([{ amount: 10_000_000n }])
    await db.owner.transaction(async (inside) => {
      await inside.rows(sql`select from ledger.wallets where player_id = $1 for update`, [player])
      await followProfile(db.database, de)
    })
  })

  test('loosens nothing: what one profile tightened stays under the next', async () => {
    const player = await makePlayer(db)
    await setLimit(player, standard, 'month', fkr(500_000))
    await setLimit(player, standard, 'week', fkr(10))
    await setLimit(player, standard, 'week', null)
    await followProfile(db.database, de)
    const tight = await limitsOf(player)
    for (const profile of [standard, uk, se, mt, standard]) {
      await followProfile(db.database, profile)
      const now = await limitsOf(player)
      expect(now.map(({ amount }) => amount)).toEqual(tight.map(({ amount }) => amount))
      for (const [place, { pending_from }] of now.entries())
        expect(Number(pending_from)).toBeGreaterThanOrEqual(Number(tight[place]!.pending_from))
    }
  })
})
