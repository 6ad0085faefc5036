import { type RefusalCode, refusals } from '@pipkin/contract'
import { fkr } from '@pipkin/money'
import sharp from 'sharp'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionIdOf } from '../../src/ledger/transaction-id.ts'
import { sql } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/process/log.ts'
import { endPlays } from '../../src/players/register/end-plays.ts'
import { softAuthenticator } from '../players/authenticator.ts'
import { mailedCode } from '../players/mailed-code.ts'
import { passTime } from '../players/pass-time.ts'
import { type Register, startRegister } from '../players/register.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'
import { placeBet, playSlot } from '../rounds/play.ts'
import { type HttpAnswer, httpClient } from './http-client.ts'

/**
 * Each refusal of the catalogue is provoked over HTTP, limits on, and comes with its status and its
 * words.
 */

let server: RunningServer
/** A server under a profile that asks for what `standard` doesn't. */
let strict: RunningServer
let register: Register
beforeAll(async () => {
  const env = { PIPKIN_RATE_LIMITS: 'on', LINKED_FOR_HOURS: '24', HOLD_HOURS: '24' }
  server = await startServer(env)
  register = await startRegister()
  const REGISTER_URL = register.url
  strict = await startServer({ ...env, PLAY_PROFILE: 'de', FKR_IS: '0.01 EUR', REGISTER_URL })
})
afterAll(async () => {
  await server.close()
  await strict.close()
  await register.close()
})

const owner = (statement: Parameters<RunningServer['db']['owner']['rows']>[0], values: unknown[]) =>
  server.db.owner.rows(statement, values)
const visitor = () => httpClient(server.url)

// Accounts

/** A request with a form. */
function formOf(fields: Readonly<Record<string, unknown>>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    body.set(name, value instanceof Blob ? value : String(value))
  return { method: 'POST', body }
}

let met = 0
const address = () => {
  met += 1
  return `visitor${met}@example.com`
}
const mobileOf = ({ id }: SignedIn) => String(9_000_000_000 + id)
const form = (Email_Id: string, other: object = {}) => ({
  Name: 'Meera Nair',
  Mobile_No: String(8_000_000_000 + met),
  Password: 'small-pots-1',
  Email_Id,
  ...other,
})

/** Signs up with an address that was verified by its code. */
async function signUp(other: object = {}, meanwhile?: (email: string) => Promise<unknown>) {
  const [browser, email] = [visitor(), address()]
  await browser.post('accountVerification', { email, name: 'A', otp: '', regenerate: true })
  const otp = mailedCode(server.mail.list(), email)
  await browser.post('accountVerification', { email, name: 'A', otp, regenerate: false })
  await meanwhile?.(email)
  return browser.post('signUp', form(email, other))
}

const askForCode = (email: string, browser = visitor()) =>
  browser.post('accountVerification', { email, name: 'A', otp: '', regenerate: true })

// Money

const linked = async (player: SignedIn, since = '2 days', at = server) => {
  const wallet = privateKeyToAccount(generatePrivateKey())
  await at.db.owner.rows(
    sql`insert into cashier.addresses (address, player_id, linked_at)
      values (lower($1), $2, now() - $3::interval)`,
    [wallet.address, player.id, since],
  )
  return wallet
}
const withdraw = (player: SignedIn, amount: number, address?: string) =>
  player.post('paymentWithdrawal', {
    userId: player.id,
    amount,
    ...(address !== undefined && { address }),
    Method: 'fkr',
    StatusMsg: 'Withdraw',
  })
const deposit = (player: SignedIn, fromAdr: string, amount: number) =>
  player.post('paymentDeposit', {
    transactionData: { userId: player.id, fromAdr, amount, Method: 'fkr', StatusMsg: 'Deposit' },
  })
const send = (player: SignedIn, receiverId: number, transferAmount: number, key?: string) =>
  player.post(
    'walletTransfer',
    { senderId: player.id, receiverId, transferAmount },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const move = (player: SignedIn, transferType: string) =>
  player.post('internalTransfer', { userId: player.id, transferAmount: 5, transferType })

// Rounds

const bet = (player: SignedIn, Game_Id: number, stake: number, other: object = {}) =>
  player.post('addTransaction', {
    User_Id: player.id,
    Amount: -stake,
    StatusMsg: 'amtplaced',
    Game_Id,
    ...other,
  })
/** A first bet under the strict profile, while the register gives that answer. */
async function betWhile(says: object) {
  register.does(says)
  const answer = await bet(await strict.player({ deposit: fkr(100) }), 3, 10)
  register.does({ excluded: false, playsElsewhere: false })
  return answer
}
const play = (player: SignedIn, Transaction_Id: string, Move: object) =>
  player.post('playRound', { User_Id: player.id, Transaction_Id, Move })

/**
 * Refusals that need a server of their own: a bug, and a database that is down
 * (`platform/http/http.test.ts`).
 */
type Elsewhere = 'internal'
type Provoked = Exclude<RefusalCode, Elsewhere>

const ways: Readonly<Record<Provoked, (me: SignedIn, other: SignedIn) => Promise<HttpAnswer>>> = {
  malformed: () => visitor().post('userLogin', { Mobile_No: 5 }),
  noSession: (me) => visitor().send(`openRounds?User_Id=${me.id}`, {}),
  forbidden: (me, other) => me.send(`openRounds?User_Id=${other.id}`, {}),
  notFound: (me) =>
    me.send(
      `depositStatus?Transaction_Id=${transactionIdOf(me.id, '00000000-0000-4000-8000-000000000000')}`,
      {},
    ),
  async inProgress(me) {
    const wallet = await linked(me)
    await deposit(me, wallet.address, 500)
    return deposit(me, wallet.address, 600)
  },
  async keyReused(me, other) {
    await send(me, other.id, 5, 'once')
    return send(me, other.id, 6, 'once')
  },
  tooLarge: (me) =>
    me.post('insertLogs', {
      userid: me.id,
      TXHash: 'x'.repeat(2_000_000),
      amount: 5,
      event: 'Deposit',
    }),
  wrongContentType: () =>
    visitor().send('userLogin', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    }),
  async tooMany(me, other) {
    for (let look = 0; look < 60; look += 1) await me.send(`receiver?id=${other.id}`, {})
    return me.send(`receiver?id=${other.id}`, {})
  },
  // This server's house was never opened.
  unavailable: (me) => me.send('find-walletAdr', {}),

  invalidForm: () => visitor().post('userLogin', { Mobile_No: '123', Password: 'x' }),
  loginFailed: () => visitor().post('userLogin', { Mobile_No: '7000000000', Password: 'x' }),
  notVerified: (me, other) => me.post('verify-user', { id: other.id }),
  emailNotVerified: () => visitor().post('signUp', form(address())),
  mobileTaken: (me) => signUp({ Mobile_No: mobileOf(me) }),
  emailTaken: (me) =>
    signUp({}, (email) =>
      owner(sql`update players.accounts set email = $2 where player_id = $1`, [me.id, email]),
    ),
  unknownInviteCode: () => signUp({ Invite_Code: 'ZZZZZZZZ' }),
  codeMissing: () =>
    visitor().post('accountVerification', {
      email: address(),
      name: 'A',
      otp: '',
      regenerate: false,
    }),
  async codeWrong() {
    const [browser, email] = [visitor(), address()]
    await browser.post('accountVerification', { email, name: 'A', otp: '', regenerate: true })
    return browser.post('accountVerification', { email, name: 'A', otp: '12', regenerate: false })
  },
  codeOver: () =>
    visitor().post('accountVerification', {
      email: address(),
      name: 'A',
      otp: '1234',
      regenerate: false,
    }),
  async codeTooSoon() {
    const [email, browser] = [address(), visitor()]
    await askForCode(email, browser)
    return askForCode(email, browser)
  },
  async codeTooMany() {
    const email = address()
    for (let code = 0; code < 5; code += 1) {
      await askForCode(email)
      await owner(
        sql`update players.email_codes set sent_at = sent_at - interval '61 seconds'
          where email = $1`,
        [email],
      )
    }
    return askForCode(email)
  },
  async loginTooMany() {
    const wrong = { Mobile_No: '7000000001', Password: 'x' }
    for (let attempt = 0; attempt < 10; attempt += 1) await visitor().post('userLogin', wrong)
    return visitor().post('userLogin', wrong)
  },
  linkOver: () => visitor().post('resetPassword', { token: 'none', password: 'other-pots-2' }),
  async accountFrozen(me, other) {
    await owner(sql`select ledger.set_frozen($1, true)`, [me.id])
    return send(me, other.id, 5)
  },
  async accountFrozenByHouse() {
    await signUp()
    const { Mobile_No, Password } = form('')
    await owner(
      sql`select players.freeze_by_house(player_id, true) from players.accounts where mobile = $1`,
      [Mobile_No],
    )
    return visitor().post('userLogin', { Mobile_No, Password })
  },
  async confirmFirst(me) {
    await owner(sql`update players.sessions set confirmed_until = now() where player_id = $1`, [
      me.id,
    ])
    return me.put(`changePassword?id=${me.id}`, { newPassword: 'other-pots-2' })
  },
  async factorWrong(me) {
    await me.post('startTotp')
    return me.post('confirmTotp', { code: 'no code' })
  },
  async factorTooMany(me) {
    await me.post('startTotp')
    const wrong = () => me.post('confirmTotp', { code: 'no code' })
    for (let attempt = 0; attempt < 10; attempt += 1) await wrong()
    return wrong()
  },
  async passkeyUnknown() {
    const browser = visitor()
    const options = (await browser.post('passkeyOptions', { for: 'logIn' })).body.Data
    const key = softAuthenticator('http://localhost:3000')
    key.make({ challenge: 'other', rp: { id: 'localhost' }, user: { id: 'AAAA' } })
    return browser.post('secondFactor', { assertion: key.sign(options) })
  },
  secondStepOver: () => visitor().post('secondFactor', { code: '123456' }),
  mobileFixed: (me) =>
    me.put(`updateProfile?id=${me.id}`, { Name: 'Meera', Email_Id: '', Mobile_No: '7000000000' }),
  notAPicture(me) {
    const body = new FormData()
    body.set('id', String(me.id))
    body.set('profilePic', new Blob(['no picture']))
    return me.send('profilePic', { method: 'POST', body })
  },

  invalidAmount: (me, other) => send(me, other.id, 0),
  async depositTooSmall(me) {
    const wallet = await linked(me)
    return deposit(me, wallet.address, 0.99)
  },
  async depositsPaused(me) {
    const wallet = await linked(me)
    await owner(sql`update cashier.settings set deposits_paused = true`, [])
    const answer = await deposit(me, wallet.address, 500)
    await owner(sql`update cashier.settings set deposits_paused = false`, [])
    return answer
  },
  withdrawalTooSmall: (me) => withdraw(me, 0.99),
  async depositUnderWay(me) {
    const wallet = await linked(me)
    const { body } = await deposit(me, wallet.address, 500)
    const { Transaction_Id } = body.Data as { Transaction_Id: string }
    await owner(
      sql`update cashier.operations set state = 'failed', reason = 'reverted'
        where player_id = $1`,
      [me.id],
    )
    return me.post('cancelDeposit', { Transaction_Id })
  },
  linkWalletFirst: (me) => withdraw(me, 100),
  async walletTooNew(me) {
    await linked(me, '23 hours')
    return withdraw(me, 100)
  },
  async walletDoubted(me) {
    await linked(me)
    await owner(sql`update cashier.addresses set doubted_at = now() where player_id = $1`, [me.id])
    return withdraw(me, 100)
  },
  async insufficientBalance(me) {
    await linked(me)
    return withdraw(me, 5_000)
  },
  async waysOutHeld(me, other) {
    await owner(sql`select ledger.hold_ways_out($1, interval '1 day', 'reset')`, [me.id])
    return send(me, other.id, 5)
  },
  async receivedHeld(me, other) {
    await send(other, me.id, 1_000)
    await linked(me)
    return withdraw(me, 1_500)
  },
  feeChanged: (me, other) =>
    me.post('walletTransfer', {
      senderId: me.id,
      receiverId: other.id,
      transferAmount: 100,
      fee: 1.99,
    }),
  async addressChanged(me) {
    await linked(me)
    return withdraw(me, 100, `0x${'c3'.repeat(20)}`)
  },
  async operationsUnderWay(me) {
    const wallet = await linked(me)
    await deposit(me, wallet.address, 500)
    return me.post('closeAccount', {})
  },
  async receiverCannot(me, other) {
    await other.post('takeBreak', { kind: 'timeout', length: '24h' })
    return send(me, other.id, 5)
  },
  async limitReached(me) {
    await me.post('setLimit', { kind: 'stake', period: null, amount: 10 })
    return bet(me, 3, 20)
  },
  async onBreak(me) {
    await me.post('takeBreak', { kind: 'exclusion', length: '1y' })
    return bet(me, 3, 20)
  },
  async reminderDue(me) {
    await me.post('setReminder', { minutes: 5 })
    await owner(sql`update ledger.wallets set reminder_due_at = now() where player_id = $1`, [
      me.id,
    ])
    return bet(me, 3, 20)
  },
  playsElsewhere: () => betWhile({ excluded: false, playsElsewhere: true }),
  registerSilent: () => betWhile({ excluded: false }),
  async playJustEnded() {
    const player = await strict.player({ deposit: fkr(100) })
    await bet(player, 3, 10)
    await passTime(strict.db, player.id, '30 minutes')
    const log = createLog('silent')
    await endPlays({ database: strict.db.database, config: strict.config, log }, 30)
    return bet(player, 2, 10)
  },
  noLimitPending: (me) => me.post('confirmLimit', { kind: 'loss', period: 'day' }),
  async limitTooSoon(me) {
    await me.post('setLimit', { kind: 'loss', period: 'day', amount: 50 })
    await me.post('setLimit', { kind: 'loss', period: 'day', amount: 60 })
    return me.post('confirmLimit', { kind: 'loss', period: 'day' })
  },
  limitTooHigh: async () =>
    (await strict.player()).post('setLimit', {
      kind: 'deposit',
      period: 'month',
      amount: 100_001,
    }),
  async depositLimitDue() {
    const player = await strict.player()
    return deposit(player, (await linked(player, '2 days', strict)).address, 500)
  },
  async termsDue(me) {
    const wallet = await linked(me)
    await owner(
      sql`insert into players.terms (version, words, effective_at, made_by, published_at)
        values (2, 'New.', now(), 'Asha', now())`,
      [],
    )
    const answer = await deposit(me, wallet.address, 500)
    await owner(sql`delete from players.terms`, [])
    return answer
  },
  termsOver: (me) => me.post('acceptTerms', { terms: 'no such terms' }),
  sendNotOffered: async () => send(await strict.player({ deposit: fkr(100) }), 99_999_999, 5),
  async birthDateFixed(me) {
    await me.post('setBirthDate', { birthDate: '2000-02-29' })
    return me.post('setBirthDate', { birthDate: '1990-01-01' })
  },
  underAge: (me) => me.post('setBirthDate', { birthDate: new Date().toISOString().slice(0, 10) }),
  breakNotOffered: (me) => me.post('takeBreak', { kind: 'timeout', length: '1y' }),
  receiverUnknown: (me) => send(me, 99_999_999, 5),
  sameReceiver: (me) => send(me, me.id, 5),
  sendUnfunded: (me, other) => send(me, other.id, 5_000),
  async playerUnknown(me) {
    await owner(sql`delete from ledger.wallets where player_id = $1`, [me.id])
    return move(me, 'Winning')
  },
  winUnfunded: (me) => move(me, 'Winning'),
  referralUnfunded: (me) => move(me, 'Referal'),
  challengeOver: (me) =>
    me.post('linkWallet', { message: 'any', signature: `0x${'00'.repeat(65)}` }),
  async signatureWrong(me) {
    const { address: own } = privateKeyToAccount(generatePrivateKey())
    const { message } = Object(await me.post('walletChallenge', { address: own })).body.Data
    return me.post('linkWallet', { message, signature: `0x${'00'.repeat(65)}` })
  },
  async addressTaken(me, other) {
    const wallet = await linked(other)
    const { message } = Object(await me.post('walletChallenge', { address: wallet.address })).body
      .Data
    return me.post('linkWallet', { message, signature: await wallet.signMessage({ message }) })
  },
  addressNotLinked: (me) => deposit(me, `0x${'c3'.repeat(20)}`, 500),

  gameNotLive: (me) => bet(me, 99, 10),
  stakeTooSmall: (me) => bet(me, 1, 4),
  stakeTooLarge: (me) => bet(me, 1, 205),
  stakeOffStep: (me) => bet(me, 1, 6),
  async roundsOfToday(me) {
    await placeBet(me, 4, 5)
    await owner(
      sql`insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed,
        rules_hash, stake, placed_at,
            moved_at, status, settled_at)
          select player_id, gen_random_uuid(), game, epoch, nonce + n, client_seed, rules_hash,
            stake, placed_at,
            moved_at, 'loss', now()
          from ledger.rounds, generate_series(1, 19) n where player_id = $1`,
      [me.id],
    )
    await owner(
      sql`update ledger.rounds set status = 'loss', settled_at = now() where player_id = $1
        and status = 'pending'`,
      [me.id],
    )
    return bet(me, 4, 5)
  },
  async betTooSoon(me) {
    await playSlot(me)
    return bet(me, 3, 10)
  },
  rulesChanged: (me) => bet(me, 1, 5, { Rules_Hash: 'a'.repeat(64) }),
  commitmentStale: (me) => bet(me, 1, 5, { Commitment: 'a'.repeat(64), Client_Seed: 'seed' }),
  insufficientFunds: (me) => bet(me, 3, 500).then(() => bet(me, 2, 200)),
  async notConfirmed(me) {
    const Transaction_Id = await placeBet(me, 2)
    const claim = { User_Id: me.id, Transaction_Id, Bet_Amt: 500, Status: 'Pending', Game_Id: 2 }
    return me.post('addParticipation', claim)
  },
  moveRefused: async (me) => play(me, await placeBet(me, 2), { cashOut: true }),
  roundOver: async (me) => play(me, (await playSlot(me)).Transaction_Id, { reveal: 3 }),

  async tooManyPictures(me) {
    const { body } = await me.send('supportMessage', formOf({ User_Id: me.id, text: 'Look' }))
    const { case: number } = body.Data as { case: number }
    await owner(
      sql`insert into support.pictures (message_id, case_id, player_id, picture)
        select message_id, case_id, player_id, 'x' from support.messages, generate_series(1, 10)
        where case_id = $1`,
      [number],
    )
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const more = { User_Id: me.id, text: 'Look', case: number, picture: new Blob([picture]) }
    return me.send('supportMessage', formOf(more))
  },
  invalidHash: (me) =>
    me.post('insertLogs', { userid: me.id, TXHash: '0x12', amount: 5, event: 'Deposit' }),
}

/** Matches the catalogue's message with any values in its placeholders. */
const pattern = (message: string) =>
  new RegExp(`^${message.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`)

test.each(Object.keys(ways) as Provoked[])(
  '%s comes with its status and its words',
  async (code) => {
    const [me, other] = [await server.player({ deposit: fkr(600) }), await server.player()]
    const answer = await ways[code](me, other)
    const { Status = answer.body.status, Message = answer.body.message } = answer.body
    expect({ status: answer.status, Status, Message }).toEqual({
      status: refusals[code].status,
      Status: false,
      Message: expect.stringMatching(pattern(refusals[code].message)),
    })
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  },
)
