import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { PassThrough } from 'node:stream'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { secondPool } from '../../../test/database/second-pool.ts'
import { type Accounts, openAccountsForTest, someone } from '../../../test/players/accounts.ts'
import { registerForTest } from '../../../test/players/register-for-test.ts'
import { playRules } from '../../../test/rounds/play-rules.ts'
import { requestDeposit } from '../../cashier/requests/request-deposit.ts'
import { one, sql } from '../../platform/database/database.ts'
import { createLog } from '../../platform/process/log.ts'
import { OutsideFailure } from '../../platform/process/outside-failure.ts'
import { accountCalls } from '../calls.ts'
import { checkCode } from '../codes/check-code.ts'
import { sendCode } from '../codes/send-code.ts'
import { askRegister } from './ask-register.ts'

/** A register that is a real server, over TCP, and what becomes of log-ins and deposits. */

async function open() {
  const accounts = await openAccountsForTest(false)
  const register = await registerForTest()
  const logged = new PassThrough()
  const log = createLog('info', logged)
  const asks = (database = accounts.database, registerUrl: string | null = register.url) => {
    const ask = (player: number) => askRegister({ database, config: { registerUrl }, log }, player)
    return {
      ask,
      calls: accountCalls({ ...accounts.deps, database, askRegister: ask }),
    }
  }
  return { accounts, register, asks, logged: () => String(logged.read() ?? '') }
}

const breaksOf = ({ owner }: Accounts, player: number) =>
  owner.rows<{ kind: string; until: Date; ends: string }>(
    sql`select kind, until, ends_at::text as ends from ledger.breaks where player_id = $1`,
    [player],
  )

/** A deposit by a profile, from a wallet of its own, under the limit that it needs. */
async function depositBy(
  profile: string,
  { database, owner, deps }: Accounts,
  player: number,
  ask: (player: number) => ReturnType<typeof askRegister>,
  amount = fkr(500),
) {
  const from = `0x${randomUUID().replaceAll('-', '')}00000000`
  await owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    from,
    player,
  ])
  await owner.rows(sql`select ledger.set_limit($1, 'deposit', 'month', $2, 'UTC', '{}')`, [
    player,
    fkr(1_000),
  ])
  const { surroundings, config } = deps
  const cashier = {
    database,
    surroundings,
    local: false,
    askRegister: ask,
    config: { ...config, chain: Object({}) },
  }
  const rules = playRules(profile, profile === 'standard' ? '' : '0.01 EUR')
  const id = player as PlayerId
  return requestDeposit(cashier, { player: id, from: Object(from), amount }, null, rules)
}

test('the register is asked by name, birth date and number at sign-up and log-in, and by nothing more', async () => {
  const { accounts, register, asks } = await open()
  const { calls } = asks()
  const form = someone()
  const browser = accounts.browser()
  await sendCode(accounts.deps, form, browser)
  const { email } = form
  await checkCode(accounts.deps, { email, code: accounts.codeFor(email) }, browser)
  const signedUp = await calls.signUp(form, browser)
  expect(signedUp).toMatchObject({ ok: true })
  expect(register.asked).toEqual([{ name: form.name, birthDate: null, mobile: form.mobile }])
  await accounts.owner.rows(sql`update players.accounts set birth_date = '1990-06-15'`)
  expect(await calls.logIn(form, browser)).toMatchObject({ ok: true })
  expect(register.asked.slice(1)).toEqual([
    { name: form.name, birthDate: '1990-06-15', mobile: form.mobile },
  ])
  expect(await calls.logIn({ ...form, password: 'wrong' }, browser)).toMatchObject({ ok: false })
  expect(register.asked).toHaveLength(2)
})

test('who is excluded logs in, and an exclusion stands before the answer; two processes begin one', async () => {
  const { accounts, register, asks } = await open()
  const player = await accounts.newPlayer()
  const second = secondPool(accounts.url, 4)
  register.does({ excluded: true, until: '2090-05-01' })
  const [here, there] = [asks(), asks(second)]
  const entered = await Promise.all(
    [here, there].map(({ calls }) => calls.logIn(player, accounts.browser())),
  )
  expect(entered).toMatchObject([{ ok: true }, { ok: true }])
  expect(await breaksOf(accounts, player.id)).toEqual([
    { kind: 'exclusion', until: new Date('2090-05-01T00:00:00Z'), ends: 'infinity' },
  ])
  const refused = await depositBy('standard', accounts, player.id, here.ask)
  expect(refused).toMatchObject({ code: 'onBreak' })
  // A second yes changes no exclusion, and a register that forgot the player ends none.
  register.does({ excluded: false })
  await here.calls.logIn(player, accounts.browser())
  expect(await breaksOf(accounts, player.id)).toHaveLength(1)
})

test('a deposit asks too: an exclusion of this moment refuses it', async () => {
  const { accounts, register, asks } = await open()
  const player = await accounts.newPlayer()
  const { ask } = asks()
  expect(await depositBy('nl', accounts, player.id, ask)).toMatchObject({ ok: true })
  register.does({ excluded: true, until: 'never' })
  expect(await depositBy('nl', accounts, player.id, ask)).toMatchObject({ code: 'onBreak' })
  expect(await breaksOf(accounts, player.id)).toMatchObject([{ ends: 'infinity' }])
})

test('what went to other operators counts against the month where the law sums it up', async () => {
  const { accounts, register, asks } = await open()
  const player = await accounts.newPlayer()
  const { ask } = asks()
  register.does({ excluded: false, depositedElsewhere: 900.5 })
  const refused = await depositBy('de', accounts, player.id, ask, fkr(100))
  expect(refused).toMatchObject({ code: 'limitReached' })
  register.does({ excluded: false, depositedElsewhere: 500 })
  expect(await depositBy('de', accounts, player.id, ask)).toMatchObject({ ok: true })
})

const never: RequestListener = () => undefined
const drips: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(timer))
}
const floods: RequestListener = (_, response) => {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(60_000)));
  }
  response.on('drain', more)
  more()
}
const moves: RequestListener = (_, response) => {
  response.writeHead(307, { location: '/elsewhere' }).end()
}

test('a register that is dead, slow, endless, elsewhere or lies is silent, and nothing secret is logged', async () => {
  const { accounts, register, asks, logged } = await open()
  const player = await accounts.newPlayer()
  const { ask, calls } = asks()
  const acts: readonly (object | RequestListener)[] = [
    floods,
    moves,
    (_, response) => response.writeHead(500).end(),
    (_, response) => response.end('excluded'),
    (request) => request.destroy(),
    [],
    { excluded: 'no' },
    { excluded: false, depositedElsewhere: -5 },
    { excluded: false, depositedElsewhere: 1e300 },
  ]
  for (const act of acts) {
    register.does(act)
    expect(await ask(player.id)).toBeNull()
    // What floods is not read to the end of the patience.
    if (act === floods) expect(logged()).toContain('it answered something else')
  }
  // Asks at the same time, since each answer takes the whole patience.
  const slow = [never, drips].map(async (act) => {
    const other = await registerForTest()
    other.does(act)
    return asks(accounts.database, other.url).ask(player.id)
  })
  expect(await Promise.all(slow)).toEqual([null, null])
  await register.close()
  expect(await ask(player.id)).toBeNull()
  expect(await breaksOf(accounts, player.id)).toEqual([])

  // A log-in works; money comes in only where the profile needs no answer.
  expect(await calls.logIn(player, accounts.browser())).toMatchObject({ ok: true })
  expect(await depositBy('standard', accounts, player.id, ask)).toMatchObject({ ok: true })
  await expect(depositBy('de', accounts, player.id, ask)).rejects.toThrow(OutsideFailure)
  const said = logged()
  expect(said).toContain('the register of excluded players is silent')
  for (const secret of ['the-key-of-the-register', player.mobile, player.name])
    expect(said).not.toContain(secret)
})

test('the browser waits for it, and the database does not', async () => {
  const { accounts, register, asks } = await open()
  const player = await accounts.newPlayer()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: looked, resolve: look } = Promise.withResolvers<void>()
  register.does(async (_: unknown, response: Parameters<RequestListener>[1]) => {
    arrive()
    await looked
    response.end('{"excluded": false}')
  })
  const entering = asks().calls.logIn(player, accounts.browser())
  let isAnswered = false
  void entering.then(() => {
    isAnswered = true
  })
  await arrived
  const { held } = await one(
    accounts.owner.rows<{ held: number }>(
      sql`select count(*)::int as held from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    ),
  )
  look()
  expect({ held, isAnswered }).toEqual({ held: 0, isAnswered: false })
  expect(await entering).toMatchObject({ ok: true })
})

test('without the setting nothing is asked', async () => {
  const { accounts, register, asks } = await open()
  const player = await accounts.newPlayer()
  expect(await asks(accounts.database, null).ask(player.id)).toBe(zero)
  expect(register.asked).toEqual([])
})
