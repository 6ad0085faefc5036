import { fkr, hundredths } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { placeBet } from './bets.ts'
import { decodeAnswer, decodeRefusalData, encodeInput, encodeRefusal } from './call.ts'
import { readFairness, readReceiptKey } from './fairness.ts'
import { type CallName, type CallSpec, callNames, contract } from './schemas/index.ts'

/**
 * Golden examples: what each call takes and answers in the glossary's words, and the same on the
 * wire of the specification.
 */
interface Example {
  readonly input?: object
  readonly query?: object
  readonly body?: object
  readonly answer?: unknown
  readonly envelope?: object
}

const at = new Date('2026-11-20T18:30:00.125Z')
const DateTime = '2026-11-20T18:30:00.125Z'
const hex = 'ab'.repeat(32)
const ownProof = {
  snapshot: '20261122T120000Z',
  player: '10000001',
  secret: hex,
  nonce: hex,
  leaves: [{ index: 2, amounts: ['5', '0', '0', '0', '0', '0'], path: [{ hash: hex, sum: '7' }] }],
}

const changes = {
  deposit: fkr(-15),
  win: hundredths(50n),
  bonus: fkr(0),
  referral: fkr(2),
}
const Wallets = { CurrentBalance: -15, Winning_Amount: 0.5, Bonus: 0, ReferalAmount: 2 }
const balances = {
  ...changes,
  locked: { bonus: fkr(1), referral: fkr(2) },
  onHold: fkr(15),
}
const changed = {
  deposit: changes.deposit,
  win: changes.win,
  bonus: changes.bonus,
  locked: { bonus: fkr(1) },
}
const Changed = {
  CurrentBalance: -15,
  Winning_Amount: 0.5,
  Bonus: 0,
  Locked: { Bonus: 1 },
}
const Balances = { ...Wallets, Locked: { Bonus: 1, ReferalAmount: 2 }, OnHold: 15 }

const thread = {
  caseId: 3,
  event: null,
  amount: null,
  chainHash: null,
  state: 'waiting',
  openedAt: at,
}
const Thread = {
  case: 3,
  event: null,
  amount: null,
  TXHash: null,
  state: 'waiting',
  DateTime,
}
const receipt = { facts: { version: 'fair-1', stake: 1500 }, signature: 'c4' }
const proof = {
  version: 'fair-1',
  game: 'mines',
  rules: { game: 'mines', version: 1 },
  rulesHash: hex,
  playerId: '48213075',
  epoch: 0,
  epochCommitment: hex,
  nonce: 3,
  commitment: hex,
  roundKey: hex,
  clientSeed: 'mine',
  stake: 1500,
  moves: [{ reveal: 4 }],
  status: 'PartialWin',
  payout: 1800,
  transactionId: 'AAAA',
  placedAt: DateTime,
  settledAt: DateTime,
  receipts: [receipt, receipt],
  epochSeed: hex,
}
const round = {
  transactionId: 'AAAA',
  gameId: 2,
  game: 'mines',
  stake: fkr(15),
  status: 'PartialWin',
  payout: fkr(18),
  commitment: hex,
  nonce: 3,
  clientSeed: 'mine',
  rules: { game: 'mines', version: 1 },
  moves: [{ reveal: 4 }, { cashOut: true }],
  view: {
    revealed: [{ cell: 4, multiplier: 120 }],
    winAmount: 18,
    root: hex,
    proofs: [{ cell: 4, multiplier: 120, salt: hex, path: [hex] }],
    mines: [1],
    multipliers: [0, 120],
  },
  receipt,
  proof,
}
const { transactionId: _, gameId: __, stake: ___, status: ____, payout, view, ...sameRound } = round
const Round = {
  ...sameRound,
  Transaction_Id: 'AAAA',
  Game_Id: 2,
  Bet_Amt: 15,
  Status: 'PartialWin',
  Return_Amt: 18,
  state: view,
}
const fairness = {
  epoch: 1,
  epochCommitment: hex,
  nextEpochCommitment: hex,
  nonce: 4,
  commitment: hex,
  clientSeed: null,
  ended: [{ epoch: 0, commitment: hex, seed: hex, rounds: 12 }],
}
const game = {
  id: 2,
  name: 'Mines',
  slogan: 'Dig',
  image: '/art/mines.svg',
  path: '/games/mines',
  demoPath: '/demo-games/mines',
  isLive: true,
  isDeleted: false,
  stakeStep: fkr(5),
  maximumStake: fkr(100),
  minimumStake: fkr(10),
  winPercentage: 40,
  rules: { game: 'mines' },
  returns: { best: 0.98, bestPlay: 'Cash out', strategies: [{ name: 'all', return: 0.5 }] },
  hardUntil: new Date('2026-11-23T00:00:00.000Z'),
  otherRules: {
    rules: { game: 'mines', version: 1 },
    returns: { best: 1.02, bestPlay: 'Cash out', strategies: [] },
  },
  minimumRoundMs: 900,
  roundsADay: null,
}
const Game = {
  Id: 2,
  Name: 'Mines',
  Slogan: 'Dig',
  Image: '/art/mines.svg',
  GameUrl: '/games/mines',
  DemogameUrl: '/demo-games/mines',
  IsLive: true,
  IsDeleted: false,
  Increment_Amt: 5,
  Max_Amount: 100,
  MinBet_Amt: 10,
  WinPercentage: 40,
  Rules: { game: 'mines' },
  Returns: { best: 0.98, bestPlay: 'Cash out', strategies: [{ name: 'all', return: 0.5 }] },
  Hard_Until: '2026-11-23T00:00:00.000Z',
  Other_Rules: {
    rules: { game: 'mines', version: 1 },
    returns: { best: 1.02, bestPlay: 'Cash out', strategies: [] },
  },
  Min_Round_Ms: 900,
  Rounds_A_Day: null,
}
const terms = {
  reward: fkr(5),
  friendReward: fkr(2),
  unlock: { deposits: fkr(50), staked: fkr(100), kept: fkr(7), keptByStakes: fkr(224) },
}
const Terms = {
  reward: 5,
  friendReward: 2,
  unlock: { deposits: 50, staked: 100, kept: 7, kept_by_stakes: 224 },
}
const referral = {
  referralId: 7,
  level: 1,
  name: 'Ravi',
  referrerName: 'Meera',
  isLocked: true,
  reward: { state: 'locked' as const, deposited: 75, played: 25 },
}
const Referral = {
  referral_id: 7,
  level: 1,
  referred_user_name: 'Ravi',
  referrer_name: 'Meera',
  locked: true,
  reward: { state: 'locked', deposited: 75, played: 25 },
}
const activity: Example = {
  input: { player: 1, timeZone: 'Asia/Kolkata', cursor: 'c', limit: 20 },
  query: { User_Id: 1, tz: 'Asia/Kolkata', cursor: 'c', limit: 20 },
  answer: {
    rounds: [
      {
        placedAt: at,
        stake: fkr(15),
        payout: fkr(18),
        status: 'PartialWin',
        gameName: 'Mines',
        gain: fkr(3),
        transactionId: 'AAAA',
      },
    ],
    next: 'n',
  },
  envelope: {
    Data: [
      {
        DateTime,
        Bet_Amt: 15,
        Return_Amt: 18,
        Status: 'PartialWin',
        Game_Name: 'Mines',
        TotalWin: 3,
        Transaction_Id: 'AAAA',
      },
    ],
    Next: 'n',
  },
}
const limits = {
  profile: 'standard',
  offers: {
    coolingHours: 24,
    endHours: 168,
    afterPeriod: true,
    breaks: [{ kind: 'timeout', length: '24h' }],
    depositLimit: { ask: 'needed', periods: ['month'], most: fkr(700), isNet: true },
    realityCheck: { minutes: 60, pauseMinutes: 5 },
    demo: 'afterAge',
    sends: false,
    logsOutAtLimit: true,
    idleMinutes: 2,
    topPrizeOdds: true,
    asksBirthDate: true,
    help: [{ name: 'GamCare', url: 'https://www.gamcare.org.uk' }],
  },
  limits: [
    {
      kind: 'deposit',
      period: 'month',
      amount: fkr(50),
      used: fkr(20),
      left: fkr(30),
      resetsAt: at,
      warned: true,
      pending: { amount: null, from: at, confirmed: false },
    },
    {
      kind: 'stake',
      period: null,
      amount: fkr(10),
      used: fkr(0),
      left: fkr(10),
      resetsAt: null,
      warned: false,
      pending: null,
    },
  ],
  reminderMinutes: 30,
  break: { kind: 'exclusion', until: at },
  session: { startedAt: at, seconds: 61, staked: fkr(10), returned: fkr(15), net: fkr(5) },
  birthDate: '2000-02-29',
  declinesDepositLimit: false,
}
const limitsOnTheWire = {
  ...limits,
  offers: {
    ...limits.offers,
    depositLimit: { ...limits.offers.depositLimit, most: 700 },
  },
  limits: [
    {
      kind: 'deposit',
      period: 'month',
      amount: 50,
      used: 20,
      left: 30,
      resetsAt: '2026-11-20T18:30:00.125Z',
      warned: true,
      pending: { amount: null, from: '2026-11-20T18:30:00.125Z', confirmed: false },
    },
    {
      kind: 'stake',
      period: null,
      amount: 10,
      used: 0,
      left: 10,
      resetsAt: null,
      warned: false,
      pending: null,
    },
  ],
  break: { kind: 'exclusion', until: '2026-11-20T18:30:00.125Z' },
  session: { startedAt: '2026-11-20T18:30:00.125Z', seconds: 61, staked: 10, returned: 15, net: 5 },
}
const operation: Example = {
  input: { transactionId: 'AAAA' },
  query: { Transaction_Id: 'AAAA' },
  answer: {
    state: 'mined',
    amount: fkr(5),
    credited: fkr(4),
    chainHash: '0x12',
    confirmations: 2,
    fee: hundredths(50n),
    feeShare: 1_000,
    address: '0x3',
    reason: 'because',
  },
  envelope: {
    Data: {
      state: 'mined',
      amount: 5,
      credited: 4,
      txHash: '0x12',
      confirmations: 2,
      fee: 0.5,
      feeShare: 1_000,
      address: '0x3',
      reason: 'because',
    },
  },
}
const player = { input: { player: 1 }, query: { User_Id: 1 } }

/* A round that waits has no proof yet. */
const { proof: _proof, ...openRound } = round
const { proof: _Proof, ...OpenRound } = Round

const examples: Readonly<Record<CallName, Example>> = {
  sendCode: {
    input: { email: 'a@b.c', name: 'Meera' },
    body: { email: 'a@b.c', name: 'Meera', otp: '', regenerate: true },
    answer: { waitSeconds: 60 },
    envelope: { waitSeconds: 60 },
  },
  checkCode: {
    input: { email: 'a@b.c', name: 'Meera', code: '1234' },
    body: { email: 'a@b.c', name: 'Meera', otp: '1234', regenerate: false },
  },
  signUp: {
    input: { name: 'Meera', mobile: '9', password: 'p', email: 'a@b.c', inviteCode: 'X' },
    body: { Name: 'Meera', Mobile_No: '9', Password: 'p', Email_Id: 'a@b.c', Invite_Code: 'X' },
    answer: { player: 1 },
    envelope: { Data: { id: 1 } },
  },
  forgotPassword: { input: { email: 'a@b.c' }, body: { email: 'a@b.c' } },
  resetPassword: {
    input: { token: 't', newPassword: 'p' },
    body: { token: 't', password: 'p' },
  },
  readSecurity: {
    answer: {
      passkeys: [{ id: 'k', name: 'Phone', createdAt: at, lastUsedAt: null }],
      totp: true,
      recoveryCodes: 9,
      sessions: [
        {
          id: 's',
          device: 'Firefox on Linux',
          network: '192.0.2.1',
          createdAt: at,
          lastSeenAt: at,
          current: true,
        },
      ],
      events: [{ at, kind: 'newDevice', device: 'Firefox on Linux' }],
      confirmedUntil: null,
      holds: [{ what: 'send', until: at, why: 'your password was reset' }],
    },
    envelope: {
      Data: {
        passkeys: [{ id: 'k', name: 'Phone', createdAt: DateTime, lastUsedAt: null }],
        totp: true,
        recoveryCodes: 9,
        sessions: [
          {
            id: 's',
            device: 'Firefox on Linux',
            network: '192.0.2.1',
            createdAt: DateTime,
            lastSeenAt: DateTime,
            current: true,
          },
        ],
        events: [{ at: DateTime, kind: 'newDevice', device: 'Firefox on Linux' }],
        confirmedUntil: null,
        holds: [{ what: 'send', until: DateTime, why: 'your password was reset' }],
      },
    },
  },
  endSession: { input: { id: 's' }, body: { id: 's' } },
  endOtherSessions: {},
  freezeAccount: { input: { token: 't' }, body: { token: 't' } },
  logIn: {
    input: { mobile: '9', password: 'p' },
    body: { Mobile_No: '9', Password: 'p' },
    answer: { player: 1, name: 'Meera', mobile: '9' },
    envelope: { Data: [{ id: 1, name: 'Meera', Mobile_No: '9' }] },
  },
  giveSecondFactor: {
    input: { code: '123456', assertion: { id: 'AAAA' } },
    body: { code: '123456', assertion: { id: 'AAAA' } },
    answer: { player: 1, name: 'Meera', mobile: '9876543210' },
    envelope: { Data: [{ id: 1, name: 'Meera', Mobile_No: '9876543210' }] },
  },
  startTotp: {
    answer: { secret: 'GEZDGNBV', uri: 'otpauth://totp/Pipkin:9876543210?secret=GEZDGNBV' },
    envelope: {
      Data: { secret: 'GEZDGNBV', uri: 'otpauth://totp/Pipkin:9876543210?secret=GEZDGNBV' },
    },
  },
  confirmTotp: {
    input: { code: '123456' },
    body: { code: '123456' },
    answer: { recoveryCodes: ['7KQ2M-XW9PD'] },
    envelope: { Data: { recoveryCodes: ['7KQ2M-XW9PD'] } },
  },
  removeTotp: {},
  passkeyOptions: {
    input: { purpose: 'logIn' },
    body: { for: 'logIn' },
    answer: { challenge: 'AAAA', rpId: 'pipkin.example' },
    envelope: { Data: { challenge: 'AAAA', rpId: 'pipkin.example' } },
  },
  addPasskey: {
    input: { attestation: { id: 'AAAA' }, name: 'Phone' },
    body: { attestation: { id: 'AAAA' }, name: 'Phone' },
    answer: { recoveryCodes: ['7KQ2M-XW9PD'] },
    envelope: { Data: { recoveryCodes: ['7KQ2M-XW9PD'] } },
  },
  removePasskey: { input: { id: 'AAAA' }, body: { id: 'AAAA' } },
  sendConfirmation: {},
  confirmSession: {
    input: { code: '123456', assertion: { id: 'AAAA' } },
    body: { code: '123456', assertion: { id: 'AAAA' } },
  },
  logOut: {},
  verifyPlayer: {
    input: { player: 1 },
    body: { id: 1 },
    answer: { idleMinutes: 2, hasNewTerms: true, termsDue: true, noSends: true, fkrIs: '0.01 EUR' },
    envelope: {
      ...{ Idle_Minutes: 2, New_Terms: true, Terms_Due: true },
      ...{ No_Sends: true, Fkr_Is: '0.01 EUR' },
    },
  },
  readProfile: {
    input: { player: 1 },
    query: { id: 1 },
    answer: {
      name: 'Meera',
      email: 'a@b.c',
      mobile: '9',
      picture: null,
      inviteCode: 'X',
      showName: true,
      memberSince: at,
    },
    envelope: {
      Data: [
        {
          Name: 'Meera',
          Email_Id: 'a@b.c',
          Mobile_No: '9',
          ProfilePic: null,
          inviteCode: 'X',
          Show_Name: true,
          Member_Since: DateTime,
        },
      ],
    },
  },
  updateProfile: {
    input: { player: 1, name: 'Meera', email: '', mobile: '9', showName: false },
    query: { id: 1 },
    body: { Name: 'Meera', Email_Id: '', Mobile_No: '9', Show_Name: false },
  },
  changePassword: {
    input: { player: 1, newPassword: 'p' },
    query: { id: 1 },
    body: { newPassword: 'p' },
  },
  changePicture: {
    input: { player: 1, picture: new Uint8Array([1]) },
    body: { id: 1, profilePic: new Uint8Array([1]) },
    answer: { picture: '/uploads/a.webp' },
    envelope: { Data: { ProfilePic: '/uploads/a.webp' } },
  },
  listGames: { answer: [game], envelope: { Data: [Game] } },
  listPopularGames: { answer: [game], envelope: { Data: [Game] } },
  listTopPlayers: {
    answer: [{ player: '••••8213', name: 'Ravi', picture: null, won: fkr(99) }],
    envelope: {
      Data: [{ User_Id: '••••8213', Name: 'Ravi', ProfilePic: null, Total_Winnings: 99 }],
    },
  },
  listTopWinners: {
    answer: [{ name: 'Ravi', payout: fkr(99), picture: null }],
    envelope: { Data: [{ Name: 'Ravi', Amount: 99, ProfilePic: null }] },
  },
  listTodayActivity: activity,
  listPreviousActivity: activity,
  totalActivity: {
    input: { player: 1, from: '2026-11-20', to: '2026-11-21', timeZone: 'UTC' },
    query: { User_Id: 1, from: '2026-11-20', to: '2026-11-21', tz: 'UTC' },
    answer: {
      rounds: 2,
      staked: fkr(30),
      returned: fkr(18),
      net: fkr(-12),
      points: [{ at, net: fkr(-12) }],
    },
    envelope: {
      Data: {
        rounds: 2,
        staked: 30,
        returned: 18,
        net: -12,
        points: [{ at: DateTime, net: -12 }],
      },
    },
  },
  exportAccount: {},
  closeAccount: {},
  unlinkWallet: { input: { address: '0x1' }, body: { address: '0x1' } },
  exportHistory: {
    input: { player: 1, from: '2026-11-20', to: '2026-11-21', timeZone: 'UTC', format: 'csv' },
    query: { User_Id: 1, from: '2026-11-20', to: '2026-11-21', tz: 'UTC', format: 'csv' },
  },
  readBalances: {
    input: { player: 1 },
    query: { UserId: 1 },
    answer: balances,
    envelope: { Data: Balances },
  },
  listTransactions: {
    input: { player: 1, cursor: 'c', limit: 20, all: true },
    query: { User_Id: 1, cursor: 'c', limit: 20, all: true },
    answer: {
      transactions: [
        {
          id: 'u',
          player: 1,
          amount: fkr(-15),
          transactionId: 'AAAA',
          belongsTo: 'BBBB',
          chainHash: null,
          gameId: 2,
          method: null,
          at,
          kind: 'stake',
          sender: null,
          receiver: null,
          wallets: changes,
        },
      ],
      next: 'n',
    },
    envelope: {
      Data: [
        {
          Id: 'u',
          User_Id: 1,
          Amount: -15,
          Transaction_Id: 'AAAA',
          Pro_TransactionId: 'BBBB',
          Out_TransactionId: null,
          Game_Id: 2,
          Method: null,
          DateTime,
          StatusMsg: 'amtplaced',
          senderId: null,
          receiverId: null,
          Wallets,
        },
      ],
      Next: 'n',
    },
  },
  describeChain: {
    answer: {
      chainId: 31337,
      rpcUrl: '/rpc',
      token: '0x1',
      symbol: 'FKR',
      decimals: 2,
      house: '0x2',
      confirmations: 3,
      linked: ['0x3'],
      wallets: [{ address: '0x3', linkedAt: at, paid: true, heldUntil: null, doubted: false }],
      explorerUrl: '',
      smallestDeposit: fkr(1),
      smallestWithdrawal: hundredths(150n),
      depositsPaused: false,
      isLocal: true,
    },
    envelope: {
      Data: {
        chainId: 31337,
        rpcUrl: '/rpc',
        token: '0x1',
        symbol: 'FKR',
        decimals: 2,
        house: '0x2',
        confirmations: 3,
        linked: ['0x3'],
        wallets: [
          {
            address: '0x3',
            linkedAt: at.toISOString(),
            paid: true,
            heldUntil: null,
            doubted: false,
          },
        ],
        explorerUrl: '',
        smallestDeposit: 1,
        smallestWithdrawal: 1.5,
        depositsPaused: false,
        local: true,
      },
    },
  },
  challengeWallet: {
    input: { address: '0x1' },
    body: { address: '0x1' },
    answer: { message: 'm' },
    envelope: { Data: { message: 'm' } },
  },
  linkWallet: {
    input: { message: 'm', signature: '0x00' },
    body: { message: 'm', signature: '0x00' },
    answer: { address: '0x1' },
    envelope: { Data: { address: '0x1' } },
  },
  requestDeposit: {
    input: { player: 1, from: '0x1', amount: fkr(500) },
    body: {
      transactionData: {
        Method: 'fkr',
        StatusMsg: 'Deposit',
        userId: 1,
        fromAdr: '0x1',
        amount: 500,
      },
    },
    answer: { transactionId: 'AAAA', state: 'requested' },
    envelope: { Data: { Transaction_Id: 'AAAA', state: 'requested' } },
  },
  readDeposit: operation,
  cancelDeposit: {
    input: { transactionId: 'AAAA' },
    body: { Transaction_Id: 'AAAA' },
    answer: { state: 'rejected' },
    envelope: { Data: { state: 'rejected' } },
  },
  requestWithdrawal: {
    input: { player: 1, amount: fkr(10), address: '0x1', fee: fkr(1) },
    body: { Method: 'fkr', StatusMsg: 'Withdraw', userId: 1, amount: 10, address: '0x1', fee: 1 },
    answer: { transactionId: 'AAAA', amountToSend: fkr(9), address: '0x1', state: 'requested' },
    envelope: {
      Data: { Transaction_Id: 'AAAA', amountToSend: 9, address: '0x1', state: 'requested' },
    },
  },
  readWithdrawal: operation,
  listOpenOperations: {
    ...player,
    answer: [
      {
        transactionId: 'AAAA',
        kind: 'withdrawal',
        amount: fkr(5),
        state: 'signed',
        requestedAt: at,
      },
    ],
    envelope: {
      Data: [{ Transaction_Id: 'AAAA', kind: 'withdrawal', amount: 5, state: 'signed', DateTime }],
    },
  },
  sendMoney: {
    input: { player: 1, amount: fkr(10), receiver: 2, fee: hundredths(20n) },
    body: { senderId: 1, transferAmount: 10, receiverId: 2, fee: 0.2 },
    answer: { transactionId: 'AAAA', amountToSend: hundredths(980n) },
    envelope: { Data: { Transaction_Id: 'AAAA', amountToSend: 9.8 } },
  },
  moveToDeposit: {
    input: { player: 1, amount: hundredths(1050n), from: 'referral' },
    body: { userId: 1, transferAmount: 10.5, transferType: 'Referal' },
    answer: { transactionId: 'AAAA' },
    envelope: { Data: { Transaction_Id: 'AAAA' } },
  },
  findReceiver: {
    input: { receiver: 2 },
    query: { id: 2 },
    answer: { name: 'R•••' },
    envelope: { Data: { name: 'R•••' } },
  },
  readInvite: {
    input: { player: 1 },
    query: { userId: 1 },
    answer: {
      ...terms,
      inviteCode: 'X',
      link: 'https://a/b',
      own: {
        state: 'waiting',
        amount: fkr(2),
        deposits: { have: fkr(50), need: fkr(50) },
        staked: { have: fkr(100), need: fkr(100) },
        kept: { have: hundredths(150n), need: fkr(2) },
      },
    },
    envelope: {
      Data: {
        ...Terms,
        inviteCode: 'X',
        link: 'https://a/b',
        own: {
          state: 'waiting',
          amount: 2,
          deposits: { have: 50, need: 50 },
          staked: { have: 100, need: 100 },
          kept: { have: 1.5, need: 2 },
        },
      },
    },
  },
  readReferralTerms: { answer: terms, envelope: { Data: Terms } },
  readFees: {
    answer: { send: 250, withdrawal: 1_000, depositFrom: fkr(500), depositTo: fkr(10_000) },
    envelope: { Data: { send: 250, withdrawal: 1_000, depositFrom: 500, depositTo: 10_000 } },
  },
  listTeam: {
    input: { player: 1, cursor: 'c', limit: 20 },
    query: { referrer_id: 1, cursor: 'c', limit: 20 },
    answer: {
      members: [
        {
          ...referral,
          player: 7,
          earned: fkr(5),
          members: [{ ...referral, player: 8, earned: fkr(1), members: [] }],
        },
      ],
      next: 'n',
    },
    envelope: {
      referralLinks: [
        {
          ...Referral,
          referred_user_id: 7,
          referred_current_balance: 5,
          nestedReferrals: [
            {
              ...Referral,
              referred_user_id: 8,
              referred_current_balance: 1,
              nestedReferrals: [],
            },
          ],
        },
      ],
      Next: 'n',
    },
  },
  listEarnings: {
    input: { player: 1, cursor: 'c', limit: 20 },
    query: { referrer_id: 1, cursor: 'c', limit: 20 },
    answer: {
      earnings: [{ ...referral, earned: fkr(5) }],
      levels: [{ level: 1, reward: fkr(5), friends: 2, earned: fkr(10) }],
      next: 'n',
    },
    envelope: {
      referralLinks: [{ ...Referral, total_money_referred: 5 }],
      Levels: [{ level: 1, reward: 5, friends: 2, earned: 10 }],
      Next: 'n',
    },
  },
  placeBet: {
    input: {
      player: 1,
      stake: fkr(15),
      gameId: 2,
      clientSeed: 'mine',
      commitment: hex,
      rulesHash: hex,
    },
    body: {
      StatusMsg: 'amtplaced',
      User_Id: 1,
      Amount: -15,
      Game_Id: 2,
      Client_Seed: 'mine',
      Commitment: hex,
      Rules_Hash: hex,
    },
    answer: {
      transactionId: 'AAAA',
      round,
      isResumed: true,
      balances: changed,
      nextRound: { epoch: 1, nonce: 4, commitment: hex },
    },
    envelope: {
      Transaction_Id: 'AAAA',
      Data: Round,
      Resumed: true,
      Balances: Changed,
      Next_Round: { epoch: 1, nonce: 4, commitment: hex },
    },
  },
  acknowledgeCredit: {
    input: {
      status: 'PartialWin',
      player: 1,
      payout: fkr(18),
      gameId: 2,
      method: 'fkr',
      betTransactionId: 'AAAA',
    },
    body: {
      StatusMsg: 'PartialWin',
      User_Id: 1,
      Amount: 18,
      Game_Id: 2,
      Method: 'fkr',
      Bet_Transaction_Id: 'AAAA',
    },
    answer: { transactionId: 'BBBB' },
    envelope: { Transaction_Id: 'BBBB' },
  },
  confirmBet: {
    input: { player: 1, transactionId: 'AAAA', stake: fkr(15), gameId: 2 },
    body: { Status: 'Pending', User_Id: 1, Transaction_Id: 'AAAA', Bet_Amt: 15, Game_Id: 2 },
    answer: { gameStatus: 1, round },
    envelope: { gameStatus: 1, Data: Round },
  },
  playMove: {
    input: { player: 1, transactionId: 'AAAA', move: { cashOut: true } },
    body: { User_Id: 1, Transaction_Id: 'AAAA', Move: { cashOut: true } },
    answer: { round, balances: changed },
    envelope: { Data: Round, Balances: Changed },
  },
  acknowledgeRound: {
    input: {
      player: 1,
      transactionId: 'AAAA',
      stake: fkr(15),
      status: 'Win',
      payout: fkr(30),
      gameId: 2,
    },
    body: {
      User_Id: 1,
      Transaction_Id: 'AAAA',
      Bet_Amt: 15,
      Status: 'Win',
      Return_Amt: 30,
      Game_Id: 2,
    },
  },
  acknowledgeLoss: {
    input: { player: 1, transactionId: 'AAAA', gameId: 2 },
    body: { StatusMsg: 'Loss', User_Id: 1, Transaction_Id: 'AAAA', Game_Id: 2 },
  },
  listOpenRounds: { ...player, answer: [openRound], envelope: { Data: [OpenRound] } },
  readFairness: {
    input: { player: 1, cursor: '40', limit: 20 },
    query: { User_Id: 1, cursor: '40', limit: 20 },
    answer: { fairness, next: '20' },
    envelope: { Data: fairness, Next: '20' },
  },
  readLimits: { answer: limits, envelope: { Data: limitsOnTheWire } },
  playHistory: {
    input: { by: 'day', timeZone: 'Asia/Kolkata', cursor: 'next', limit: 20 },
    query: { by: 'day', tz: 'Asia/Kolkata', cursor: 'next', limit: 20 },
    answer: {
      rows: [
        {
          from: at,
          to: at,
          seconds: 60,
          staked: fkr(30),
          returned: fkr(10),
          net: fkr(-20),
          deposited: fkr(500),
          withdrawn: fkr(0),
        },
      ],
      next: 'older',
      timeZone: 'Asia/Kolkata',
      lifetime: { deposited: fkr(500), withdrawn: fkr(100), net: fkr(400) },
    },
    envelope: {
      Data: [
        {
          from: at.toISOString(),
          to: at.toISOString(),
          seconds: 60,
          staked: 30,
          returned: 10,
          net: -20,
          deposited: 500,
          withdrawn: 0,
        },
      ],
      Next: 'older',
      Time_Zone: 'Asia/Kolkata',
      Lifetime: { deposited: 500, withdrawn: 100, net: 400 },
    },
  },
  setLimit: {
    input: { kind: 'loss', period: 'month', amount: fkr(20), timeZone: 'Asia/Kolkata' },
    body: { kind: 'loss', period: 'month', amount: 20, tz: 'Asia/Kolkata' },
    answer: limits,
    envelope: { Data: limitsOnTheWire },
  },
  confirmLimit: {
    input: { kind: 'stake', period: null },
    body: { kind: 'stake', period: null },
    answer: limits,
    envelope: { Data: limitsOnTheWire },
  },
  setReminder: {
    input: { minutes: null },
    body: { minutes: null },
    answer: limits,
    envelope: { Data: limitsOnTheWire },
  },
  takeBreak: {
    input: { kind: 'timeout', length: '24h' },
    body: { kind: 'timeout', length: '24h' },
    answer: limits,
    envelope: { Data: limitsOnTheWire },
  },
  acknowledgeReminder: { answer: limits, envelope: { Data: limitsOnTheWire } },
  setBirthDate: {
    input: { birthDate: '2000-02-29' },
    body: { birthDate: '2000-02-29' },
    answer: limits,
    envelope: { Data: limitsOnTheWire },
  },
  declineDepositLimit: { answer: limits, envelope: { Data: limitsOnTheWire } },
  rotateSeed: {
    input: { player: 1 },
    body: { User_Id: 1 },
    answer: {
      rotation: { revealed: { epoch: 0, seed: hex, commitment: hex, rounds: 12 }, fairness },
      next: '20',
    },
    envelope: {
      Next: '20',
      Data: { revealed: { epoch: 0, seed: hex, commitment: hex, rounds: 12 }, fairness },
    },
  },
  readReceiptKey: {
    answer: { publicKey: hex, older: [hex] },
    envelope: { Data: { publicKey: hex, older: [hex] } },
  },
  readProof: {
    input: { transactionId: 'AAAA' },
    query: { Transaction_Id: 'AAAA' },
    answer: proof,
    envelope: { Data: proof },
  },
  nameRound: {
    input: { player: 1, transactionId: 'AAAA', isNamed: true },
    body: { User_Id: 1, Transaction_Id: 'AAAA', Named: true },
    answer: { name: 'Meera N.' },
    envelope: { Data: { name: 'Meera N.' } },
  },
  readRoundName: {
    input: { transactionId: 'AAAA' },
    query: { Transaction_Id: 'AAAA' },
    answer: { name: null },
    envelope: { Data: { name: null } },
  },
  readReceiptProof: {
    input: { transactionId: 'AAAA', receipt: 'end' },
    query: { Transaction_Id: 'AAAA', receipt: 'end' },
  },
  listSolvency: {
    answer: {
      snapshots: [
        {
          snapshot: '20261122T120000Z',
          at,
          block: 7,
          owed: fkr(5),
          held: fkr(6),
          root: hex,
          size: 3,
          players: 2,
          checked: 1,
          signature: '0x12',
        },
      ],
      announced: { snapshot: '20261123T120000Z', block: 9 },
      chain: { chainId: 31337, token: '0x5f', house: '0x9a' },
    },
    envelope: {
      Data: [
        {
          snapshot: '20261122T120000Z',
          at: at.toISOString(),
          block: 7,
          owed: 5,
          held: 6,
          root: hex,
          size: 3,
          players: 2,
          checked: 1,
          signature: '0x12',
        },
      ],
      announced: { snapshot: '20261123T120000Z', block: 9 },
      chain: { chainId: 31337, token: '0x5f', house: '0x9a' },
    },
  },
  readSolvencyProof: {
    answer: ownProof,
    envelope: { Data: ownProof },
  },
  noteSolvencyCheck: {
    input: { snapshot: '20261122T120000Z' },
    body: { snapshot: '20261122T120000Z' },
  },
  openCase: {
    input: { player: 1, chainHash: '0x12', amount: fkr(5), event: 'withdrawal' },
    body: { userid: 1, TXHash: '0x12', amount: 5, event: 'Withdraw' },
    answer: { caseId: 3 },
    envelope: { Data: { case: 3 } },
  },
  listCases: {
    ...player,
    answer: [
      {
        caseId: 3,
        event: 'deposit',
        amount: fkr(5),
        chainHash: '0x12',
        state: 'open',
        answer: null,
        openedAt: at,
      },
    ],
    envelope: {
      Data: [
        {
          case: 3,
          event: 'Deposit',
          amount: 5,
          TXHash: '0x12',
          state: 'open',
          answer: null,
          DateTime,
        },
      ],
    },
  },
  writeToSupport: {
    input: { player: 1, caseId: 3, text: 'Hm?', picture: new Uint8Array([1]) },
    body: { User_Id: 1, case: 3, text: 'Hm?', picture: new Uint8Array([1]) },
    answer: { caseId: 3 },
    envelope: { Data: { case: 3 } },
  },
  writeAsVisitor: {
    input: { email: 'a@example.com', text: 'Hm?' },
    body: { Email_Id: 'a@example.com', text: 'Hm?' },
    answer: { caseId: 3 },
    envelope: { Data: { case: 3 } },
  },
  listThreads: {
    ...player,
    answer: [{ ...thread, words: 'Hm?', lastAt: at }],
    envelope: { Data: [{ ...Thread, words: 'Hm?', Last_DateTime: DateTime }] },
  },
  readThread: {
    input: { player: 1, caseId: 3 },
    query: { User_Id: 1, case: 3 },
    answer: {
      ...thread,
      messages: [{ id: 'a', isAnswer: false, text: 'Hm?', sentAt: at, pictures: ['b'] }],
    },
    envelope: {
      Data: {
        ...Thread,
        messages: [{ Id: 'a', answer: false, text: 'Hm?', DateTime, pictures: ['b'] }],
      },
    },
  },
  readMessagePicture: {
    input: { player: 1, picture: 'b' },
    query: { User_Id: 1, picture: 'b' },
    answer: { webp: 'UklGRg==' },
    envelope: { Data: { webp: 'UklGRg==' } },
  },
  listNotices: {
    input: { player: 1, cursor: 'c', limit: 20 },
    query: { User_Id: 1, cursor: 'c', limit: 20 },
    answer: {
      notices: [
        { id: 'u', kind: 'reward', text: 't', at, isRead: false, link: '/referral' },
        { id: 'v', kind: 'house', title: 'T', text: 't', at, isRead: false },
      ],
      unread: 1,
      next: 'n',
    },
    envelope: {
      Data: [
        { Id: 'u', kind: 'reward', text: 't', DateTime, read: false, link: '/referral' },
        { Id: 'v', kind: 'house', title: 'T', text: 't', DateTime, read: false },
      ],
      Unread: 1,
      Next: 'n',
    },
  },
  markNoticesRead: { input: { player: 1 }, body: { User_Id: 1 } },
  readTerms: {
    answer: { current: { id: 'u', version: 2, words: 'w', effectiveAt: at }, coming: null },
    envelope: {
      Data: { current: { id: 'u', version: 2, words: 'w', effectiveAt: DateTime }, coming: null },
    },
  },
  acceptTerms: { input: { terms: 'u' }, body: { terms: 'u' } },
  followEvents: {},
}

const given = (call: CallSpec['call'], { query, body }: Example) => ({
  ...Object(call.query?.decode(query)),
  ...Object(call.body?.decode(body)),
})

describe.each(callNames)('%s', (name) => {
  const { call, input }: CallSpec = contract[name]
  const example = examples[name]

  test('goes by its own name', () => expect(call.name).toBe(name))

  test('the input goes over the wire as specified, and comes back', () => {
    const { query, body } = example
    expect(encodeInput(call, example.input)).toEqual({
      ...(query && { query }),
      ...(body && { body }),
    })
    expect(given(call, example)).toEqual(example.input ?? {})
  })

  test('the answer goes over the wire as specified, and comes back', () => {
    expect(call.answer?.encode(example.answer)).toEqual(example.envelope)
    expect(decodeAnswer(call, { Status: true, ...example.envelope })).toEqual(example.answer)
  })

  test('the schema knows every field', () => {
    const known = input && 'shape' in input ? Object.keys(Object(input.shape)) : []
    expect(known.sort()).toEqual(Object.keys(example.input ?? {}).sort())
  })
})

test('what a restore has changed is on the wire from then on', () => {
  const voided = { in: 1_795_000_000, from: 3, at: '2026-11-20T12:00:00.000Z' }
  const ended = [{ ...fairness.ended[0], generation: 5, voided }]
  const restored = { ...fairness, generation: 1_795_000_000, ended }
  expect(decodeAnswer(readFairness, { Status: true, Data: restored })).toEqual({
    fairness: restored,
  })
  const restores = [{ generation: 1_795_000_000, at: voided.at, reached: voided.at }]
  const key = { publicKey: hex, older: [], restores }
  expect(decodeAnswer(readReceiptKey, { Status: true, Data: key })).toEqual(key)
})

test('a refused bet brings what the browser needs to try again', () => {
  const stale = { Status: false, Data: { fairness, usedBy: null } }
  expect(decodeRefusalData(placeBet, stale)).toEqual({
    code: 'commitmentStale',
    data: { fairness, usedBy: null },
  })
  expect(decodeRefusalData(placeBet, { Data: { game: 'mines' } })).toMatchObject({
    code: 'rulesChanged',
  })
  expect(decodeRefusalData(placeBet, { Status: false })).toBeUndefined()
})

test('any call that must be confirmed first says by what', () => {
  const confirm = ['totp', 'passkey'] as const
  const message = 'Please confirm that it is you'
  for (const { call } of Object.values<CallSpec>(contract)) {
    const refused = encodeRefusal(call, 'confirmFirst', message, { confirm })
    expect(refused).toMatchObject({ Data: { confirm } })
    expect(decodeRefusalData(call, refused)).toEqual({ code: 'confirmFirst', data: { confirm } })
  }
})
