import { type CallName, callNames, contract } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionIdOf } from '../../src/ledger/transaction-id.ts'
import { sql } from '../../src/platform/database/database.ts'
import { openHouse } from '../cashier/open-house.ts'
import { bringFriend } from '../players/player.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'
import { placeBet, playSlot } from '../rounds/play.ts'
import { httpClient } from './http-client.ts'

/** Every call answers what was asked for, under the names of the specification. */

let server: RunningServer
let me: SignedIn
let friend: SignedIn
let wallet: ReturnType<typeof privateKeyToAccount>
/** A settled round, an open one, a deposit and a withdrawal. */
let played: string
let open: string
let deposit: string
let withdrawal: string

const operation = sql`
  insert into cashier.operations (player_id, operation_id, kind, amount, address)
  values ($1, gen_random_uuid(), $2, 500, '0x' || repeat('c3', 20)) returning operation_id as id`

beforeAll(async () => {
  server = await startServer()
  me = await server.player({ deposit: fkr(1_000), win: fkr(50) })
  friend = await server.player()
  wallet = privateKeyToAccount(generatePrivateKey())
  const { rows } = server.db.owner
  await rows(openHouse)
  played = (await playSlot(me)).Transaction_Id
  open = await placeBet(me, 2)
  const started = async (kind: string) => {
    const [found] = await rows<{ id: string }>(operation, [me.id, kind])
    return transactionIdOf(me.id, found?.id ?? '')
  }
  deposit = await started('deposit')
  withdrawal = await started('withdrawal')
  await rows(sql`insert into players.password_changes (player_id) values ($1)`, [me.id])
})
afterAll(() => server.close())

const game =
  'Id Name Slogan Image GameUrl DemogameUrl IsLive IsDeleted Increment_Amt Max_Amount MinBet_Amt WinPercentage Rules Returns Min_Round_Ms Rounds_A_Day Hard_Until Other_Rules'
const round =
  'Transaction_Id Game_Id game Bet_Amt Status Return_Amt commitment nonce clientSeed rules moves state receipt'
const fairness = 'epoch epochCommitment nextEpochCommitment nonce commitment clientSeed ended'
const limits = 'birthDate break declinesDepositLimit limits offers profile reminderMinutes session'
const activity = 'DateTime Bet_Amt Return_Amt Status Game_Name TotalWin Transaction_Id'

/**
 * `get` and `put` are queries, `post` and `put` bodies; `fields` are those of `Data`, or of its
 * first row, or of another field.
 */
interface Asked {
  readonly query?: object
  readonly body?: object
  readonly fields?: string
  readonly of?: string
}

const asked = (): Readonly<Partial<Record<CallName, Asked>>> => {
  const User_Id = me.id
  return {
    verifyPlayer: { body: { id: User_Id } },
    startTotp: { fields: 'secret uri' },
    passkeyOptions: {
      body: { for: 'add' },
      fields:
        'attestation authenticatorSelection challenge excludeCredentials extensions hints pubKeyCredParams rp timeout user',
    },
    sendConfirmation: {},
    readProfile: {
      query: { id: User_Id },
      fields: 'Name Email_Id Mobile_No ProfilePic inviteCode Show_Name Member_Since',
    },
    updateProfile: {
      query: { id: User_Id },
      body: { Name: 'Meera', Email_Id: '', Mobile_No: String(9_000_000_000 + User_Id) },
    },
    listGames: { fields: game },
    listPopularGames: { fields: game },
    listTopPlayers: {},
    listTopWinners: {},
    listTodayActivity: { query: { User_Id }, fields: activity },
    listPreviousActivity: { query: { User_Id } },
    totalActivity: { query: { User_Id }, fields: 'rounds staked returned net points' },
    readBalances: {
      query: { UserId: User_Id },
      fields: 'CurrentBalance Winning_Amount Bonus ReferalAmount Locked OnHold',
    },
    listTransactions: {
      query: { User_Id, all: 'true' },
      fields:
        'Id User_Id Amount Transaction_Id Pro_TransactionId Out_TransactionId Game_Id Method DateTime StatusMsg senderId receiverId Wallets',
    },
    readSecurity: {
      fields: 'passkeys totp recoveryCodes sessions events confirmedUntil holds',
    },
    endOtherSessions: {},
    describeChain: {
      fields:
        'chainId rpcUrl token symbol decimals house confirmations linked wallets explorerUrl smallestDeposit smallestWithdrawal depositsPaused local',
    },
    challengeWallet: { body: { address: wallet.address }, fields: 'message' },
    readDeposit: { query: { Transaction_Id: deposit }, fields: 'state amount' },
    readWithdrawal: { query: { Transaction_Id: withdrawal }, fields: 'state amount fee address' },
    cancelDeposit: { body: { Transaction_Id: deposit }, fields: 'state' },
    listOpenOperations: { query: { User_Id }, fields: 'Transaction_Id kind amount state DateTime' },
    sendMoney: { body: { senderId: User_Id, transferAmount: 5, receiverId: friend.id } },
    moveToDeposit: { body: { userId: User_Id, transferAmount: 5, transferType: 'Winning' } },
    findReceiver: { query: { id: friend.id }, fields: 'name' },
    readInvite: {
      query: { userId: User_Id },
      fields: 'inviteCode link reward friendReward unlock',
    },
    readReferralTerms: { fields: 'reward friendReward unlock' },
    readFees: { fields: 'send withdrawal depositFrom depositTo' },
    listTeam: { query: { referrer_id: User_Id }, of: 'referralLinks' },
    listEarnings: { query: { referrer_id: User_Id }, of: 'referralLinks' },
    confirmBet: {
      body: { User_Id, Transaction_Id: open, Bet_Amt: 10, Status: 'Pending', Game_Id: 2 },
      fields: round,
    },
    listOpenRounds: { query: { User_Id }, fields: round },
    playMove: {
      body: { User_Id, Transaction_Id: played, Move: { spin: true } },
      fields: `${round} proof`,
    },
    readFairness: { query: { User_Id }, fields: fairness },
    readLimits: { fields: limits },
    playHistory: {
      query: { by: 'day' },
      fields: 'deposited from net returned seconds staked to withdrawn',
    },
    setLimit: { body: { kind: 'stake', period: null, amount: 100 }, fields: limits },
    setReminder: { body: { minutes: 60 }, fields: limits },
    acknowledgeReminder: { body: {}, fields: limits },
    setBirthDate: { body: { birthDate: '2000-02-29' }, fields: limits },
    declineDepositLimit: { body: {}, fields: limits },
    takeBreak: { body: { kind: 'timeout', length: '24h' }, fields: limits },
    rotateSeed: { body: { User_Id }, fields: 'revealed fairness' },
    readReceiptKey: { fields: 'older publicKey' },
    readProof: {
      query: { Transaction_Id: played },
      fields:
        'version game rules rulesHash playerId epoch epochCommitment nonce commitment roundKey clientSeed stake moves status payout transactionId placedAt settledAt receipts',
    },
    nameRound: { body: { User_Id, Transaction_Id: played, Named: true }, fields: 'name' },
    readRoundName: { query: { Transaction_Id: played }, fields: 'name' },
    openCase: {
      body: { userid: User_Id, TXHash: `0x${'4b'.repeat(32)}`, amount: 5, event: 'Deposit' },
      fields: 'case',
    },
    listCases: { query: { User_Id }, fields: 'case event amount TXHash state answer DateTime' },
    writeAsVisitor: { body: { Email_Id: 'visitor@example.com', text: 'Hm?' }, fields: 'case' },
    listThreads: {
      query: { User_Id },
      fields: 'case event amount TXHash state DateTime words Last_DateTime',
    },
    listNotices: { query: { User_Id }, fields: 'Id kind text DateTime read link' },
    markNoticesRead: { body: { User_Id } },
    readTerms: { fields: 'current coming' },
    noteSolvencyCheck: { body: { snapshot: '20261122T120000Z' } },
    logOut: {},
  }
}

/**
 * Calls that take more steps to an answer have tests of their own (`docs/specification.md` names
 * them).
 */
const elsewhere: readonly CallName[] = [
  'sendCode',
  'checkCode',
  'signUp',
  'forgotPassword',
  'resetPassword',
  'logIn',
  'changePassword',
  'giveSecondFactor',
  'confirmTotp',
  'removeTotp',
  'addPasskey',
  'removePasskey',
  'confirmSession',
  'changePicture',
  'writeToSupport',
  'acceptTerms',
  'readThread',
  'readMessagePicture',
  'exportHistory',
  'readReceiptProof',
  'listSolvency',
  'readSolvencyProof',
  'endSession',
  'freezeAccount',
  'exportAccount',
  'closeAccount',
  'linkWallet',
  'unlinkWallet',
  'requestDeposit',
  'requestWithdrawal',
  'placeBet',
  'confirmLimit',
  'acknowledgeCredit',
  'acknowledgeRound',
  'acknowledgeLoss',
  'followEvents',
]

test('no call is forgotten', () => {
  expect([...Object.keys(asked()), ...elsewhere].toSorted()).toEqual([...callNames].toSorted())
})

test('each answers under the names of the specification', async () => {
  for (const [name, { query = {}, body, fields, of = 'Data' }] of Object.entries(asked())) {
    const { method, path } = contract[name as CallName].call
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]) => [key, String(value)]),
    )
    const url = search.size > 0 ? `${path}?${search}` : path
    const answer =
      method === 'GET'
        ? await me.send(url, {})
        : method === 'PUT'
          ? await me.put(url, body)
          : await me.post(url, body)
    const { Status = answer.body.status, [of]: data } = answer.body
    expect({ name, status: answer.status, Status }).toEqual({ name, status: 200, Status: true })
    if (fields === undefined) continue
    const one: object = Array.isArray(data) ? data[0] : data
    expect(Object.keys(one).toSorted(), name).toEqual(fields.split(' ').toSorted())
  }
})

test('the rows of a team and of its rewards', async () => {
  const [referrer, brought] = [await server.player(), await server.player()]
  await server.db.owner.rows(sql`alter table players.accounts disable trigger referrer_stays`)
  await server.db.owner.rows(
    sql`update players.accounts set referrer_id = $1 where player_id = $2`,
    [referrer.id, brought.id],
  )
  await server.db.owner.rows(sql`alter table players.accounts enable trigger referrer_stays`)
  await bringFriend(server.db, referrer.id, brought.id)
  const read = async (call: string) =>
    (await referrer.send(`${call}?referrer_id=${referrer.id}`, {})).body as {
      referralLinks: object[]
      Levels?: unknown
    }
  const row = 'referral_id level referred_user_name referrer_name locked reward'
  expect(Object.keys((await read('refer-team')).referralLinks[0] ?? {}).toSorted()).toEqual(
    `${row} referred_user_id referred_current_balance nestedReferrals`.split(' ').toSorted(),
  )
  const { referralLinks, Levels } = await read('level-earning')
  expect(Object.keys(referralLinks[0] ?? {}).toSorted()).toEqual(
    `${row} total_money_referred`.split(' ').toSorted(),
  )
  expect(Levels).toEqual([{ level: 1, reward: 100, friends: 1, earned: 100 }])
})

test('what needs no session is answered without one', async () => {
  for (const call of [
    'gameList',
    'mostpopular',
    'getTop10Players',
    'getTop3Winners',
    'referralTerms',
    'receiptKey',
    'solvency',
  ])
    expect(await httpClient(server.url).send(call, {}), call).toMatchObject({
      status: 200,
      body: { Status: true },
    })
})
