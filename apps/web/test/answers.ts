import { gameOf } from '@pipkin/games'
import type { Fate } from './server.ts'

/** What the server answers a new player, in wire format. */

export const player = { mobile: '7000000000', name: 'Meera Nair', userID: 48_213_075 }

const returns = { best: 0.96, bestPlay: 'play.', strategies: [{ name: 'Best play', return: 0.96 }] }

const cards = [
  ['guess-number', 'Guess Number', 5, 200, 5],
  ['mines', 'Mines', 10, 500, 10],
  ['slot-machine', 'Fruit Slot', 10, 500, 10],
  ['tic-tac-toe', 'Tic-Tac-Toe', 5, 50, 5],
] as const

/** The four games, with limits and rules. */
export const games = cards.map(([game, name, minimum, maximum, step], place) => ({
  Id: place + 1,
  Name: name,
  Slogan: `Play ${name}`,
  Image: `/art/${game}.svg`,
  GameUrl: `/games/${game}`,
  DemogameUrl: `/demo-games/${game}`,
  IsLive: true,
  IsDeleted: false,
  Increment_Amt: step,
  Max_Amount: maximum,
  MinBet_Amt: minimum,
  WinPercentage: 50,
  Rules: gameOf({ game }).offer.rules,
  Returns: returns,
  Hard_Until: null,
  Other_Rules: null,
  Min_Round_Ms: 0,
  Rounds_A_Day: null,
}))

/** Balances with nothing locked and nothing on hold. */
export const balances = (deposit: number, more: object = {}) => ({
  Data: {
    CurrentBalance: deposit,
    Winning_Amount: 0,
    Bonus: 0,
    ReferalAmount: 0,
    Locked: { Bonus: 0, ReferalAmount: 0 },
    OnHold: 0,
    ...more,
  },
})

/** Limits and breaks of a player who has set none. */
export const limits = (more: object = {}) => ({
  profile: 'standard',
  offers: {
    coolingHours: 24,
    endHours: 24,
    afterPeriod: false,
    depositLimit: { ask: 'offered', periods: [], most: null, isNet: false },
    realityCheck: null,
    demo: 'open',
    sends: true,
    logsOutAtLimit: false,
    idleMinutes: null,
    topPrizeOdds: false,
    asksBirthDate: false,
    help: [],
    breaks: [
      { kind: 'timeout', length: '24h' },
      { kind: 'timeout', length: '7d' },
      { kind: 'exclusion', length: '6m' },
    ],
  },
  limits: [],
  reminderMinutes: null,
  break: null,
  session: {
    startedAt: '2026-11-20T10:00:00.000Z',
    seconds: 3_661,
    staked: 30,
    returned: 10,
    net: -20,
  },
  birthDate: null,
  declinesDepositLimit: false,
  ...more,
})

export const profile = (more: object = {}) => ({
  Data: [
    {
      Name: player.name,
      Email_Id: 'meera@example.com',
      Mobile_No: player.mobile,
      ProfilePic: null,
      inviteCode: 'MEERA1',
      Show_Name: true,
      Member_Since: '2026-01-02T10:00:00.000Z',
      ...more,
    },
  ],
})

const chain = {
  chainId: 31_337,
  rpcUrl: '/dev/rpc',
  token: `0x${'a1'.repeat(20)}`,
  symbol: 'FKR',
  decimals: 18,
  house: `0x${'b2'.repeat(20)}`,
  confirmations: 2,
  linked: [],
  wallets: [],
  explorerUrl: '',
  smallestDeposit: 1,
  smallestWithdrawal: 1,
  depositsPaused: false,
  local: false,
}

/** The chain's facts for a player who has linked a wallet. */
export const linkedWallet = linkedWallets({ address: `0x${'c3'.repeat(20)}`, paid: true })

interface Linked {
  readonly address: string
  readonly linkedAt: string
  readonly paid: boolean
  readonly heldUntil: string | null
  readonly doubted: boolean
}

/** The same with these wallets, newest first. */
export function linkedWallets(...wallets: (Pick<Linked, 'address'> & Partial<Linked>)[]) {
  const plain = {
    linkedAt: '2026-11-01T10:00:00.000Z',
    paid: false,
    heldUntil: null,
    doubted: false,
  }
  return {
    Data: {
      ...chain,
      linked: wallets.map(({ address }) => address),
      wallets: wallets.map((wallet) => ({ ...plain, ...wallet })),
    },
  }
}

const terms = {
  reward: 100,
  friendReward: 100,
  unlock: { deposits: 500, staked: 1000, kept: 200, kept_by_stakes: 6400 },
}

export const fairness = {
  epoch: 0,
  epochCommitment: '1a'.repeat(32),
  nextEpochCommitment: '2b'.repeat(32),
  nonce: 0,
  commitment: '3c'.repeat(32),
  clientSeed: null,
  ended: [],
}

/** The security of an account with one session and no factor. */
export const security = (more: object = {}) => ({
  Data: {
    passkeys: [],
    totp: false,
    recoveryCodes: 0,
    sessions: [
      {
        id: 'own',
        device: 'Firefox on Linux',
        network: '192.0.2.x',
        createdAt: '2026-11-20T10:00:00.000Z',
        lastSeenAt: '2026-11-20T10:05:00.000Z',
        current: true,
      },
    ],
    events: [],
    confirmedUntil: null,
    holds: [],
    ...more,
  },
})

/** Answers to everything that a screen reads as it opens. */
export const newPlayer: Readonly<Record<string, Fate>> = {
  fees: { Data: { send: 200, withdrawal: 1_000, depositFrom: 500, depositTo: 10_000 } },
  'verify-user': {},
  terms: { Data: { current: null, coming: null } },
  logout: {},
  roundName: { Data: { name: null } },
  limits: { Data: limits() },
  playHistory: {
    Data: [],
    Time_Zone: 'UTC',
    Lifetime: { deposited: 0, withdrawn: 0, net: 0 },
  },
  gameList: { Data: games },
  mostpopular: { Data: games },
  getTop10Players: { Data: [] },
  getTop3Winners: { Data: [] },
  WalletListByUserId: balances(0),
  TransactionByUserId: { Data: [] },
  openRounds: { Data: [] },
  openOperations: { Data: [] },
  notifications: { Data: [], Unread: 0 },
  userList: profile(),
  fairness: { Data: fairness },
  receiptKey: { Data: { publicKey: '4d'.repeat(32), older: [] } },
  'find-walletAdr': { Data: chain },
  todayActivity: { Data: [] },
  PreviousActivity: { Data: [] },
  activityTotals: { Data: { rounds: 0, staked: 0, returned: 0, net: 0, points: [] } },
  supportThreads: { Data: [] },
  security: security(),
  referralTerms: { Data: terms },
  invitecodeByUserId: {
    Data: { ...terms, inviteCode: 'MEERA1', link: 'https://pipkin.example/signup?code=MEERA1' },
  },
  'refer-team': { referralLinks: [] },
  'level-earning': { referralLinks: [], Levels: [] },
}
