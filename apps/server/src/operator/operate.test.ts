import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { namelessFields } from '../../test/desk/nameless-fields.ts'
import { sessionLife } from '../../test/players/accounts.ts'
import { bringFriend, fund, makePlayer, setCatalogue } from '../../test/players/player.ts'
import { playRules } from '../../test/rounds/play-rules.ts'
import { knownSettings } from '../config.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { createLiveStreams } from '../live/live-streams.ts'
import { one, sql } from '../platform/database/database.ts'
import { listGames } from '../rounds/list-games.ts'
import { listCases } from '../support/list-cases.ts'
import { listNotices } from '../support/list-notices.ts'
import { actsOfTwo, commands } from './commands.ts'
import { listSettings } from './list-settings.ts'
import { help, operate } from './operate.ts'

let db: TestDatabase
let player: PlayerId

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  player = await makePlayer(db, { deposit: fkr(50_000) })
  await bringFriend(db, await makePlayer(db), player)
  await db.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ('0x' || repeat('a', 40), $1)`,
    [player],
  )
})
afterAll(() => db.close())

/** Types a command, with an author and a reason. */
const type = (...argv: string[]) =>
  operate({ database: db.operator }, [...argv, '--by', 'Asha', '--reason', 'ticket 7'], undefined)
const acts = () =>
  db.owner.rows<{ act: string; about: string }>(
    sql`select * from operator.acts order by at desc, act_id desc`,
  )
const lastAct = async () => (await acts())[0]

const takesTwo = 'This takes two people: propose it in the back office.'

/** A withdrawal that waits, in 1/100 fkr. */
async function waitingWithdrawal(amount = 100_000): Promise<string> {
  await fund(db, player, { deposit: fkr(20_000) })
  await db.owner.rows(sql`update cashier.settings set review_above = 1, second_above = 1000000`)
  const { id } = await one(
    db.database.rows<{ id: string }>(
      sql`
        select cashier.request_withdrawal($1, gen_random_uuid(), $2, '0', null, null)
          ->> 'id' as id`,
      [player, amount],
    ),
  )
  await db.owner.rows(sql`update cashier.settings set review_above = 1000000, second_above = null`)
  return transactionIdOf(player, id)
}

const stateOf = async (transactionId: string) => {
  const { operations } = JSON.parse(await said('find-player', String(player)))
  return operations.find((op: { transaction_id: string }) => op.transaction_id === transactionId)
    ?.state
}

/** What a command answers that must be done. Each that needs a reason leaves one row behind. */
async function said(...argv: string[]): Promise<string> {
  const before = await acts()
  const outcome = await type(...argv)
  if (!outcome.ok) throw new Error(outcome.why)
  const written = commands[argv[0] ?? '']?.needsReason === false ? 0 : 1
  expect(await acts()).toHaveLength(before.length + written)
  return outcome.value
}

test('OPER-04 a player is found by all that a player may name, and each look is written down', async () => {
  const account = await one(
    db.owner.rows<{ mobile: string; email: string; invite_code: string }>(
      sql`select mobile, email, invite_code from players.accounts where player_id = $1`,
      [player],
    ),
  )
  const transactionId = transactionIdOf(player, '00000000-0000-7000-8000-000000000000')
  const ways = [
    String(player),
    ...Object.values(account),
    account.email.toUpperCase(),
    `0x${'A'.repeat(40)}`,
    transactionId,
  ]
  for (const way of ways) {
    const found = JSON.parse(await said('find-player', way))
    expect(found.player.player_id).toBe(player)
    expect(found.wallets.deposit).toMatch(/,\d{3}/)
    expect(JSON.stringify(found)).not.toMatch(/password|token|seed/)
  }
  expect((await acts()).filter(({ act }) => act === 'findPlayer')).toHaveLength(ways.length)
  expect(await type('find-player', '99999999')).toEqual({
    ok: false,
    why: 'There is no such player.',
  })
  expect(await lastAct()).toMatchObject({ about: 'id 99999999', after: { player: null } })
})

test('a player’s sheet shows factors, freeze, closing and what holds the ways out', async () => {
  const shown = async () => JSON.parse(await said('find-player', String(player)))
  expect(await shown()).toMatchObject({
    player: { has_app: false, passkeys: 0, frozen_from: null, closed_at: null },
    ways_out: { held_until: null, held_after: null },
    address_times: [{ address: `0x${'a'.repeat(40)}`, doubted_at: null }],
  })
  const change = (frozen: boolean) =>
    db.owner.rows(
      sql`update players.accounts
        set has_totp = $2::boolean, passkeys = case when $2 then 2 else 0 end,
            frozen_from = case when $2 then timestamptz '2026-11-20 10:00Z' end
        where player_id = $1`,
      [player, frozen],
    )
  const hold = (hours: number) =>
    db.owner.rows(
      sql`update ledger.wallets
        set ways_out_held_until = now() + $2 * interval '1 hour', ways_out_held_after = 'email'
        where player_id = $1`,
      [player, hours],
    )
  await change(true)
  await hold(1)
  expect(await shown()).toMatchObject({
    player: { has_app: true, passkeys: 2, frozen_from: expect.stringMatching(/^2026-11-20T/) },
    ways_out: { held_until: expect.any(String), held_after: 'email' },
  })
  await change(false)
  await hold(-1)
  expect((await shown()).ways_out).toEqual({ held_until: null, held_after: null })
})

test('OPER-05 all sessions of a player are ended, with their live streams; those of others go on', async () => {
  const other = await makePlayer(db)
  await bringFriend(db, await makePlayer(db), other)
  let nowMs = 0
  const live = createLiveStreams({
    database: db.database,
    surroundings: { elapsedMs: () => nowMs, randomInt: (least) => least },
    life: sessionLife,
  })
  const ended: string[] = []
  for (const [name, of] of [
    ['phone', player],
    ['laptop', player],
    ['other', other],
  ] as const) {
    const tokenHash = Buffer.alloc(32, name)
    await db.owner.rows(sql`insert into players.sessions (token_hash, player_id) values ($1, $2)`, [
      tokenHash,
      of,
    ])
    live.accept({ id: name, player: of, tokenHash, confirmedUntil: null }, () => ({
      send: () => undefined,
      beat: () => undefined,
      onClose: () => undefined,
      end: () => void ended.push(name),
    }))
  }
  expect(await said('end-sessions', String(player))).toBe('Done.')
  expect(await lastAct()).toMatchObject({
    act: 'endSessions',
    about: String(player),
    reason: 'ticket 7',
    before: {
      sessions_ended: [{ created_at: expect.any(String) }, { created_at: expect.any(String) }],
    },
  })
  nowMs += 5_000
  await live.look()
  expect(ended).toEqual(['phone', 'laptop'])
  expect(await db.owner.rows(sql`select player_id from players.sessions`)).toEqual([
    { player_id: other },
  ])
  expect(await type('end-sessions', String(player))).toEqual({
    ok: false,
    why: 'It is so already.',
  })
  expect(await type('end-sessions', '99999999')).toEqual({
    ok: false,
    why: 'There is no such player.',
  })
})

test('OPER-01 a waiting withdrawal is seen, and approved or refused once', async () => {
  const [approved, denied] = [await waitingWithdrawal(), await waitingWithdrawal()]
  expect(await said('waiting')).toContain(approved)
  expect(await said('release', approved)).toBe('Done.')
  expect(await lastAct()).toMatchObject({
    act: 'releasePayout',
    operator: 'Asha',
    login: 'pipkin_operator_login',
    reason: 'ticket 7',
    before: { state: 'review' },
    after: { state: 'requested' },
  })
  const before = await acts()
  expect(await type('release', approved)).toEqual({
    ok: false,
    why: 'It does not wait for an operator: the player’s page says what became of it.',
  })
  expect(
    await type('refuse', transactionIdOf(player, '00000000-0000-7000-8000-000000000000')),
  ).toEqual({
    ok: false,
    why: 'There is no such deposit or withdrawal.',
  })
  expect(await acts()).toEqual(before)

  expect(await said('refuse', denied)).toBe('Done.')
  expect(await stateOf(denied)).toBe('refunded')
  expect(await stateOf(approved)).toBe('requested')

  // No worker signs it: it can still be given back, once.
  const unsigned = async () =>
    JSON.parse(await said('waiting')).unsigned.map(
      (row: { transaction_id: string }) => row.transaction_id,
    )
  expect(await unsigned()).toEqual([])
  await db.owner.rows(sql`update cashier.operations set at = at - interval '11 minutes'`)
  expect(await unsigned()).toEqual([approved])
  expect(await said('refuse', approved)).toBe('Done.')
  expect(await stateOf(approved)).toBe('refunded')
  expect(await type('refuse', approved)).toEqual({
    ok: false,
    why: 'It does not wait for an operator: the player’s page says what became of it.',
  })
})

test('a case is closed with an answer that reaches the player, once', async () => {
  await db.owner.rows(
    sql`
      insert into support.cases (case_id, player_id, event, tx_hash, amount)
      values (123456, $1, 'deposit', '0x' || repeat('c', 64), 500)`,
    [player],
  )
  expect(await type('close-case', '123456', ' ')).toMatchObject({ ok: false })
  expect(await said('close-case', '123456', 'It has arrived.')).toBe('Done.')
  expect(await type('close-case', '123456', 'Again.')).toEqual({
    ok: false,
    why: 'The case is closed already.',
  })
  expect(await type('close-case', '123457', 'Whose?')).toEqual({
    ok: false,
    why: 'There is no such case.',
  })
  expect(await listCases(db.database, player)).toMatchObject({
    answer: [{ caseId: 123456, state: 'closed', answer: 'It has arrived.' }],
  })
  const notices = await listNotices(db.database, { player, limit: 20 })
  expect(notices.ok && notices.answer.notices.map(({ kind }) => kind)).toContain('support')
})

test('a game is put off; to put it on takes two people', async () => {
  const game = async (id: number) => {
    const listed = await listGames({
      database: db.database,
      paced: true,
      profile: playRules('standard'),
    })
    return listed.ok && listed.answer.find((game) => game.id === id)
  }
  await said('switch-game', '3', 'off')
  expect(await game(3)).toMatchObject({ isLive: false })
  expect(await type('switch-game', '3', 'off')).toEqual({ ok: false, why: 'It is so already.' })
  expect(await type('switch-game', '3', 'on')).toEqual({ ok: false, why: takesTwo })
  expect(await game(3)).toMatchObject({ isLive: false })
  await db.owner.rows(sql`update ledger.games set is_live = true`)
  expect(await type('switch-game', '9', 'off')).toMatchObject({ why: 'There is no such game.' })
})

test('a change of a game is shown in words and makes none: each end, the exact return, what changes', async () => {
  const before = await acts()
  const preview = (...words: string[]) => type('preview-game', ...words)
  expect(await preview('3', '--win-percentage', '90', '--minimum', '20')).toEqual({
    ok: true,
    value: [
      'Fruit Slot: best play would return 2387/2560 (93.24 %) of the stake.',
      'Best play: there is nothing to choose.',
      '90 rounds in 100 would be kind, 10 hard.',
      '',
      'A round of best play ends so:',
      '  three equal symbols pays 2× the stake: 77/1280 (6.01 %)',
      '  two equal symbols pays 1.5× the stake: 693/1280 (54.14 %)',
      '  none equal pays nothing: 51/128 (39.84 %)',
      '',
      'Other ways of playing would return:',
      '  there are none',
      '',
      'Against the present:',
      '  Smallest stake: 10 fkr becomes 20 fkr',
      '  Kind rounds in 100: 100 becomes 90',
      '  return of best play: 31/32 (96.87 %) becomes 2387/2560 (93.24 %)',
      '',
      'Nothing has changed. Two people publish it: draft it in the back office, under Games.',
    ].join('\n'),
  })
  expect(await preview('4', '--pace-ms', '6000')).toMatchObject({
    value: expect.stringContaining('Best play returns the stake or more'),
  })
  for (const [words, why] of [
    [['2', '--maximum', '5'], 'The maximum is below the minimum.'],
    [['2', '--step', '0.5'], 'Limits are whole fkr above 0.'],
    [
      ['2', '--win-percentage', '101'],
      'A field has a value that this game can’t have, or its fields don’t fit together.',
    ],
    [['9', '--maximum', '5'], 'There is no such game.'],
    [['2'], 'No change was given.'],
  ] as const)
    expect(await preview(...words)).toMatchObject({ ok: false, why })
  // The ledger settles a hundred times the stake and no more.
  const rules = join(tmpdir(), `rules-${randomUUID()}.json`)
  await writeFile(rules, JSON.stringify({ winPays: 10_001, winPercentage: 0 }))
  onTestFinished(() => rm(rules))
  expect(await preview('4', '--rules', rules)).toMatchObject({
    why: 'A field has a value that this game can’t have, or its fields don’t fit together.',
  })
  expect(await acts()).toEqual(before)
})

test('a command for what takes two people says where two do it', async () => {
  const before = await acts()
  for (const name of Object.keys(actsOfTwo))
    expect(await type(name, '3', 'on')).toMatchObject({
      ok: false,
      why: expect.stringMatching(/^This takes two people: propose it in the back office, under /),
    })
  expect(help()).toContain('change-rewards: Referral, Terms')
  expect(await acts()).toEqual(before)
})

test('a payout that takes two people waits for them', async () => {
  const large = await waitingWithdrawal(1_500_000)
  expect(await type('release', large)).toEqual({ ok: false, why: takesTwo })
  expect(await stateOf(large)).toBe('review')
  expect(await said('release', await waitingWithdrawal(10_000))).toBe('Done.')
  // Many small ones are a large one.
  await db.owner.rows(sql`update cashier.settings set second_day = 20000`)
  const next = await waitingWithdrawal(10_000)
  expect(await type('release', next)).toEqual({ ok: false, why: takesTwo })
  await db.owner.rows(sql`update cashier.settings set second_day = 5000000`)
  for (const one of [large, next]) await said('refuse', one)
})

test.each([
  ['payouts', 'pausePayouts'],
  ['deposits', 'pauseDeposits'],
] as const)('%s are paused and resumed, alone', async (what, act) => {
  const paused = () =>
    one(
      db.owner.rows(sql`
        select payouts_paused as payouts, deposits_paused as deposits from cashier.settings`),
    )
  const neither = { payouts: false, deposits: false }
  await said(`pause-${what}`)
  expect(await paused()).toEqual({ ...neither, [what]: true })
  expect(await lastAct()).toMatchObject({ act, operator: 'Asha' })
  expect(await type(`pause-${what}`)).toEqual({ ok: false, why: 'It is so already.' })
  await said(`resume-${what}`)
  expect(await paused()).toEqual(neither)
})

test('every setting is looked up: value, default, meaning and where it is changed', async () => {
  await db.owner.rows(sql`select operator.change_loss_budget('Asha', 'ticket 7', 75000)`)
  const settings: { setting: string; means: string }[] = JSON.parse(await said('settings'))
  expect(settings).toContainEqual({
    setting: 'daily_loss',
    value: '750 fkr',
    default: '500 fkr',
    means: expect.stringContaining('in a day (UTC)'),
    change: 'the back office: Games',
  })
  expect(settings).toContainEqual(
    expect.objectContaining({ setting: 'level_rewards', default: '100 fkr' }),
  )
  expect(settings).toContainEqual(
    expect.objectContaining({
      setting: 'Tic-Tac-Toe: rounds a day',
      value: '20',
      change: 'the back office: Games',
    }),
  )
  expect(settings).toContainEqual(
    expect.objectContaining({ setting: 'CONFIRMATIONS', default: '12' }),
  )
  // A new column or variable has to be described.
  expect(settings.filter(({ means }) => means === 'not described' || means === '')).toEqual([])
  const columns = await db.owner.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_name = 'settings' and column_name not in ('singleton', 'version')`)
  const names = new Set(settings.map(({ setting }) => setting))
  for (const { name } of columns) expect(names).toContain(name)
  for (const name of knownSettings.keys()) expect(names).toContain(name)
})

test('of a secret, and of an address that may hold one, only that it is set is shown', async () => {
  const secrets = [
    ...['DATABASE_URL', 'OPERATOR_DATABASE_URL', 'RPC_URL', 'SMTP_URL', 'REGISTER_URL'],
    ...['RECEIPT_KEY', 'FACTOR_KEY', 'OTHER_FACTOR_KEYS', 'SEED_KEY', 'OLD_SEED_KEYS'],
    ...['HOUSE_KEY', 'LOG_KEY'],
  ]
  const env = Object.fromEntries(secrets.map((name) => [name, 'a-secret']))
  const settings = await listSettings({ database: db.operator }, { ...env, PORT: '4000' })
  const shown = new Map(settings.map(({ setting, value }) => [setting, value]))
  for (const name of secrets) expect(shown.get(name)).toBe('set here; a secret')
  expect(shown.get('PORT')).toBe('4000')
  expect(JSON.stringify(settings)).not.toContain('a-secret')
})

test('acts are listed in words, amounts in fkr', async () => {
  await said('lower-limit', String(player), 'loss', 'day', '12345.67')
  const acts = JSON.parse(await said('acts'))
  expect(acts[0]).toMatchObject({
    act: 'Lower limit',
    about: `${player} loss day`,
    changed: ['At most: not set → 12,345.67 fkr'],
  })
  expect(acts).toContainEqual(
    expect.objectContaining({
      act: 'Change loss budget',
      changed: [
        'Of it for today: 500 fkr → 750 fkr',
        'The house loses in a day at most: 500 fkr → 750 fkr',
      ],
    }),
  )
})

test('the cashier’s settings are looked up', async () => {
  expect(JSON.parse(await said('cashier'))).toMatchObject({
    review_above: '10,000',
    player_hour: '10,000',
    smallest_withdrawal: '1',
    coin_price: '100',
    most_gwei: '200',
  })
})

test('an unmatched transfer is explained by a note', async () => {
  const hash = `0x${'d'.repeat(64)}`
  expect(await type('explain-transfer', hash)).toMatchObject({
    why: 'The scanner has seen no transfer with this hash.',
  })
  await db.owner.rows(
    sql`insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
        values (1, 0, $1, '0x' || repeat('e', 40), '0x' || repeat('f', 40), 5)`,
    [hash],
  )
  expect(await said('waiting')).toContain(hash)
  await said('explain-transfer', hash)
  expect(await said('waiting')).not.toContain(hash)
})

test('OPER-02 nothing is done without a name, a reason and the words that a command takes', async () => {
  const before = await acts()
  const bare = (...argv: string[]) => operate({ database: db.operator }, argv, undefined)
  expect(await bare('switch-game', '3', 'off')).toEqual({
    ok: false,
    why: 'Who are you? Give a name by --by or in OPERATOR.',
  })
  expect(await bare('switch-game', '3', 'off', '--by', 'Asha', '--reason', ' ')).toEqual({
    ok: false,
    why: 'Why? Give a reason of 3 to 1,000 characters by --reason.',
  })
  expect(await type('switch-game', '3')).toMatchObject({
    why: 'Usage: switch-game <game id> <off>',
  })
  expect(await type('switch-game', '3', 'maybe')).toMatchObject({ ok: false })
  expect(await type('switch-game', '3', 'off', '--force', 'yes')).toMatchObject({ ok: false })
  expect(await type('grant-money', '5')).toMatchObject({
    why: 'There is no command "grant-money"; --help lists them.',
  })
  expect(await acts()).toEqual(before)
  for (const name of Object.keys(commands)) expect(help()).toContain(name)
})

test('OPER-03 what was done stays: not even the owner changes it, and the operator’s login does nothing else', async () => {
  await said('switch-game', '1', 'off')
  for (const change of [
    sql`update operator.acts set reason = 'another'`,
    sql`delete from operator.acts`,
    sql`truncate operator.acts`,
  ]) {
    await expect(db.owner.rows(change)).rejects.toThrow('what the operator did is never changed')
    await expect(db.operator.rows(change)).rejects.toThrow('permission denied')
  }
  for (const other of [
    sql`
      insert into operator.acts (operator, act, about, reason)
      values ('Asha', 'none', 'x', 'none')`,
    sql`select operator.record('Asha', 'none', 'x', 'y')`,
    sql`update ledger.games set is_live = false`,
    sql`select cashier.release(null::cashier.operations)`,
    sql`select cashier.confirm_deposit(1, gen_random_uuid(), '0x', 1, 1)`,
    sql`select ledger.open_wallets(1)`,
    sql`select * from ledger.wallets`,
    sql`delete from players.sessions`,
  ])
    await expect(db.operator.rows(other)).rejects.toThrow('permission denied')
  const asApi = sql`select operator.end_sessions('Asha', 'because', 1)`
  await expect(db.database.rows(asApi)).rejects.toThrow('permission denied')
  await expect(db.worker.rows(asApi)).rejects.toThrow('permission denied')
  const nameless = sql`select operator.find_player('', 'because', 'id', '1', 1)`
  await expect(db.operator.rows(nameless)).rejects.toThrow('acts_operator_check')
})

test('each field that commands keep has a name', async () => {
  // Those above have done what else commands do.
  await db.operator.rows(sql`select operator.after_restore('Asha', 'ticket 7')`)
  expect(await namelessFields(db)).toEqual([])
})
