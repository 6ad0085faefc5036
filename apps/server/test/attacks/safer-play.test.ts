import { type CallName, callNames, contract } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import { endsSession, inputsOf, names, sendCall } from '../calls/call-inputs.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'
import { placeBet } from '../rounds/play.ts'
import { withinADay } from '../within-a-day.ts'

/** What a player's own limits and breaks must stop, over HTTP, and what they must let through. */

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ LINKED_FOR_HOURS: '0' })
})
afterAll(() => server.close())

const onBreak = expect.stringMatching(/^You are on a break until \d{4}-/)
const address = `0x${'d4'.repeat(20)}`
const bet = (player: SignedIn, stake = 10) =>
  player.post('addTransaction', {
    User_Id: player.id,
    Amount: -stake,
    StatusMsg: 'amtplaced',
    Game_Id: 3,
  })
const deposit = (player: SignedIn, amount: number) =>
  player.post('paymentDeposit', {
    transactionData: {
      userId: player.id,
      fromAdr: address,
      amount,
      Method: 'fkr',
      StatusMsg: 'Deposit',
    },
  })
const send = (player: SignedIn, receiver: SignedIn, transferAmount: number) =>
  player.post('walletTransfer', { senderId: player.id, transferAmount, receiverId: receiver.id })

const link = (player: SignedIn) =>
  server.db.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ($1, $2)
      on conflict (address) do update set player_id = $2`,
    [address, player.id],
  )

describe('SAFER-06 an excluded player against every call', () => {
  /**
   * Every call of the contract: `refused` moves money in or into play; `done` must be carried out
   * (the ways out, the end of an open round, what the player looks at); the others move no money.
   */
  const fates: Readonly<Record<CallName, 'refused' | 'done' | 'movesNothing'>> = {
    placeBet: 'refused',
    requestDeposit: 'refused',
    sendMoney: 'refused',
    playMove: 'done',
    requestWithdrawal: 'done',
    moveToDeposit: 'done',
    readBalances: 'done',
    listTransactions: 'done',
    listOpenRounds: 'done',
    readLimits: 'done',
    playHistory: 'done',
    listCases: 'done',
    listThreads: 'done',
    readThread: 'movesNothing',
    readMessagePicture: 'movesNothing',
    writeAsVisitor: 'movesNothing',
    writeToSupport: 'movesNothing',
    sendCode: 'movesNothing',
    checkCode: 'movesNothing',
    signUp: 'movesNothing',
    forgotPassword: 'movesNothing',
    resetPassword: 'movesNothing',
    logIn: 'movesNothing',
    verifyPlayer: 'movesNothing',
    giveSecondFactor: 'movesNothing',
    startTotp: 'movesNothing',
    confirmTotp: 'movesNothing',
    removeTotp: 'movesNothing',
    passkeyOptions: 'movesNothing',
    addPasskey: 'movesNothing',
    removePasskey: 'movesNothing',
    sendConfirmation: 'movesNothing',
    confirmSession: 'movesNothing',
    readProfile: 'movesNothing',
    updateProfile: 'movesNothing',
    changePassword: 'movesNothing',
    readSecurity: 'movesNothing',
    endSession: 'movesNothing',
    endOtherSessions: 'movesNothing',
    freezeAccount: 'movesNothing',
    changePicture: 'movesNothing',
    listGames: 'movesNothing',
    listPopularGames: 'movesNothing',
    listTopPlayers: 'movesNothing',
    listTopWinners: 'movesNothing',
    listTodayActivity: 'movesNothing',
    listPreviousActivity: 'movesNothing',
    totalActivity: 'movesNothing',
    exportHistory: 'movesNothing',
    exportAccount: 'movesNothing',
    describeChain: 'movesNothing',
    challengeWallet: 'movesNothing',
    linkWallet: 'movesNothing',
    unlinkWallet: 'movesNothing',
    readDeposit: 'movesNothing',
    cancelDeposit: 'movesNothing',
    readWithdrawal: 'movesNothing',
    listOpenOperations: 'movesNothing',
    findReceiver: 'movesNothing',
    setLimit: 'movesNothing',
    confirmLimit: 'movesNothing',
    setReminder: 'movesNothing',
    takeBreak: 'movesNothing',
    setBirthDate: 'movesNothing',
    declineDepositLimit: 'movesNothing',
    acknowledgeReminder: 'movesNothing',
    readInvite: 'movesNothing',
    readFees: 'movesNothing',
    readReferralTerms: 'movesNothing',
    listTeam: 'movesNothing',
    listEarnings: 'movesNothing',
    acknowledgeCredit: 'movesNothing',
    confirmBet: 'movesNothing',
    acknowledgeRound: 'movesNothing',
    acknowledgeLoss: 'movesNothing',
    readFairness: 'movesNothing',
    rotateSeed: 'movesNothing',
    readReceiptKey: 'movesNothing',
    readReceiptProof: 'movesNothing',
    listSolvency: 'movesNothing',
    readSolvencyProof: 'movesNothing',
    noteSolvencyCheck: 'movesNothing',
    readProof: 'movesNothing',
    nameRound: 'movesNothing',
    readRoundName: 'movesNothing',
    openCase: 'movesNothing',
    listNotices: 'movesNothing',
    markNoticesRead: 'movesNothing',
    readTerms: 'movesNothing',
    acceptTerms: 'movesNothing',
    // Not in the table below: the session, or the stream, is no more a call's.
    logOut: 'movesNothing',
    closeAccount: 'movesNothing',
    followEvents: 'movesNothing',
  }

  let excluded: SignedIn
  let other: SignedIn
  let open: string
  beforeAll(async () => {
    excluded = await server.player({ deposit: fkr(1_000), win: fkr(100) })
    other = await server.player()
    open = await placeBet(excluded, 2)
    await link(excluded)
    const taken = await excluded.post('takeBreak', { kind: 'exclusion', length: '5y' })
    expect(taken.body.Status).toBe(true)
  })

  /** Inputs that would be accepted, where those of the other matrices wouldn't be. */
  const inputOf = (name: CallName) => {
    const inputs: Partial<Record<CallName, object>> = {
      placeBet: { User_Id: excluded.id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 },
      requestDeposit: {
        transactionData: {
          userId: excluded.id,
          fromAdr: address,
          amount: 500,
          Method: 'fkr',
          StatusMsg: 'Deposit',
        },
      },
      sendMoney: { senderId: excluded.id, transferAmount: 10, receiverId: other.id },
      requestWithdrawal: {
        userId: excluded.id,
        amount: 50,
        Method: 'fkr',
        StatusMsg: 'Withdraw',
      },
      moveToDeposit: { userId: excluded.id, transferAmount: 50, transferType: 'Winning' },
    }
    return inputs[name] ?? inputsOf(excluded.id, open)[name]
  }
  const moneyIn = (mayMove: boolean) =>
    one(
      server.db.owner.rows(
        sql`select
          (select count(*) from ledger.movements where player_id = $1 and kind in ('stake', 'send'))
            as movements,
          (select count(*) from cashier.operations where player_id = $1 and kind = 'deposit')
            as deposits,
          (select count(*) from ledger.movements where player_id = $1 and not $2) as any`,
        [excluded.id, mayMove],
      ),
    )
  test('SAFER-06 knows the fate of each call of the contract', () => {
    expect(Object.keys(fates).toSorted()).toEqual([...callNames].toSorted())
  })

  test.each(names.filter((name) => !endsSession(name)))('SAFER-06 %s', async (name) => {
    const mayMove = fates[name] === 'done'
    const before = await moneyIn(mayMove)
    // A cell must be opened before the round of mines can be cashed out.
    const input =
      name === 'playMove'
        ? { User_Id: excluded.id, Transaction_Id: open, Move: { reveal: 0 } }
        : inputOf(name)
    const answer = await sendCall(excluded, name, input)
    // The chain of these tests is down.
    if (name !== 'describeChain') expect(answer.status).toBeLessThan(500)
    if (fates[name] === 'refused')
      expect(answer).toMatchObject({
        status: 200,
        body: { Status: false, Message: onBreak, Data: { break: {} } },
      })
    else expect(answer.body.Message).not.toEqual(onBreak)
    if (fates[name] === 'done') expect({ name, ...answer.body }).toMatchObject({ Status: true })
    expect(await moneyIn(mayMove)).toEqual(before)
  })

  test('SAFER-06 logs in again as ever', async () => {
    expect(
      (await excluded.post(contract.verifyPlayer.call.path, { id: excluded.id })).body.status,
    ).toBe(true)
  })
})

describe('what a refusal brings along', () => {
  test('of a limit, which, what it leaves and when more', async () => {
    await withinADay()
    const player = await server.player()
    await player.post('setLimit', { kind: 'loss', period: 'week', amount: 15 })
    expect((await bet(player, 20)).body).toMatchObject({
      Status: false,
      Message: 'Your loss limit for 7 days leaves 15 fkr. See Account, Limits and breaks.',
      Data: { limit: { kind: 'loss', period: 'week', left: 15, resetsAt: null } },
    })
    await link(player)
    await player.post('setLimit', { kind: 'deposit', period: 'month', amount: 1_200, tz: 'UTC' })
    const next = new Date()
    const monthEnd = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1))
    // The thousand that the player began with counts.
    expect((await deposit(player, 500)).body).toMatchObject({
      Status: false,
      Data: {
        limit: { kind: 'deposit', period: 'month', left: 200, resetsAt: monthEnd.toISOString() },
      },
    })
  })

  test('of the reminder, the session; it blocks until it is acknowledged', async () => {
    const player = await server.player()
    await player.post('setReminder', { minutes: 5 })
    await server.db.owner.rows(
      sql`update ledger.wallets set reminder_due_at = now() where player_id = $1`,
      [player.id],
    )
    expect((await bet(player)).body).toMatchObject({
      Status: false,
      Message: 'Please look at your session before the next bet',
      Data: { reminder: { session: { staked: 0, returned: 0, net: 0 } } },
    })
    const seen = await player.post('acknowledgeReminder')
    expect(seen.body).toMatchObject({ Status: true, Data: { reminderMinutes: 5 } })
    expect((await bet(player)).body.Status).toBe(true)
  })
})

test('SAFER-07 a sender learns nothing of the receiver: limit or break, one answer without figures', async () => {
  const sender = await server.player()
  const [limited, resting] = [await server.player({}), await server.player({})]
  await limited.post('setLimit', { kind: 'deposit', period: 'day', amount: 5 })
  await resting.post('takeBreak', { kind: 'exclusion', length: '1y' })
  const answers = [await send(sender, limited, 10), await send(sender, resting, 10)]
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({
      status: 200,
      body: { Status: false, Message: "This player can't receive this amount now" },
    })
})

test('SAFER-08 a log-in begins a session, and ends neither a break nor a limit', async () => {
  const player = await server.player()
  await bet(player, 20)
  await player.post('setLimit', { kind: 'loss', period: 'day', amount: 20 })
  await player.post('takeBreak', { kind: 'timeout', length: '24h' })
  await server.db.owner.rows(
    sql`insert into players.sessions (token_hash, player_id) values (sha256('another'), $1)`,
    [player.id],
  )
  const { body } = await player.send('limits', {})
  expect(body.Data).toMatchObject({
    limits: [{ used: 20, left: 0 }],
    break: { kind: 'timeout' },
    session: { staked: 0, returned: 0, net: 0 },
  })
})

test('SAFER-09 a raise cannot be had by a removal, a repeat, another zone or an early confirmation', async () => {
  const player = await server.player()
  const limit = { kind: 'loss', period: 'month' }
  await player.post('setLimit', { ...limit, amount: 30, tz: 'America/New_York' })
  await player.post('setLimit', { ...limit, amount: null })
  await player.post('setLimit', { ...limit, amount: 500, tz: 'Pacific/Kiritimati' })
  await player.post('confirmLimit', limit)
  await player.post('confirmLimit', limit)
  const { body } = await player.send('limits', {})
  expect(body.Data).toMatchObject({
    limits: [{ amount: 30, pending: { amount: 500, confirmed: false } }],
  })
  expect((await bet(player, 40)).body).toMatchObject({
    Status: false,
    Data: { limit: { left: 30 } },
  })
})
