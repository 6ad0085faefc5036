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
      Password_At: new Date().toISOString(),
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
  explorerUrl: '',
  local: false,
}

/** The chain's facts for a player who has linked a wallet. */
export const linkedWallet = { Data: { ...chain, linked: [`0x${'c3'.repeat(20)}`] } }

const terms = { reward: 100, friendReward: 100, unlock: { deposits: 500, staked: 1000 } }

export const fairness = {
  epoch: 0,
  epochCommitment: '1a'.repeat(32),
  nextEpochCommitment: '2b'.repeat(32),
  nonce: 0,
  commitment: '3c'.repeat(32),
  clientSeed: null,
  ended: [],
}

/** Answers to everything that a screen reads as it opens. */
export const newPlayer: Readonly<Record<string, Fate>> = {
  'verify-user': {},
  logout: {},
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
  supportCases: { Data: [] },
  referralTerms: { Data: terms },
  invitecodeByUserId: {
    Data: { ...terms, inviteCode: 'MEERA1', link: 'https://pipkin.example/signup?code=MEERA1' },
  },
  'refer-team': { referralLinks: [] },
  'level-earning': { referralLinks: [], Levels: [] },
}
