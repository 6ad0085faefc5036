import {
  type CallEntry,
  type CallName,
  calls,
  type WireBody,
  type WireQuery,
} from '@pipkin/contract'
import type { HttpAnswer, HttpClient } from './http-client.ts'

/** What a call takes, in query and body together. */
type Input = {
  readonly [N in CallName]: WireBody<N> extends undefined
    ? WireQuery<N>
    : WireQuery<N> extends undefined
      ? WireBody<N>
      : WireQuery<N> & WireBody<N>
}

/** A stream of events takes no input and doesn't end. */
export const names = (Object.keys(calls) as CallName[]).filter((name) => name !== 'events')

const address = `0x${'c3'.repeat(20)}`

/**
 * An input of each call that its schema takes, but that the server refuses, so that only the odd
 * ones could do harm. `me` is the player's own id, `bet` an open round of mines of 10 fkr.
 */
export const inputsOf = (me: number, bet: string): Input => ({
  accountVerification: { email: 'nobody', name: 'A', otp: '', regenerate: false },
  signUp: { Name: 'A', Mobile_No: '1', Password: 'x', Email_Id: 'nobody', Invite_Code: '' },
  userLogin: { Mobile_No: '1', Password: 'x' },
  logout: undefined,
  verifyUser: { id: me },
  userList: { id: me },
  updateProfile: { id: me, Name: '1', Email_Id: 'nobody', Mobile_No: '1', Show_Name: false },
  // The log-in of these tests isn't fresh.
  changePassword: { id: me, newPassword: 'a new one' },
  profilePic: { id: me, profilePic: 'not a picture' },
  gameList: undefined,
  mostPopular: undefined,
  topPlayers: undefined,
  topWinners: undefined,
  todayActivity: { User_Id: me, tz: 'UTC', limit: 20 },
  previousActivity: { User_Id: me, tz: 'UTC', limit: 20, cursor: 'nowhere' },
  activityTotals: { User_Id: me, tz: 'UTC', from: '2026-11-20', to: '2026-11-20T12:00:00Z' },
  exportHistory: { User_Id: me, tz: 'Mars/Olympus', format: 'csv' },
  walletList: { UserId: me },
  transactions: { User_Id: me, limit: 20 },
  findWalletAdr: undefined,
  walletChallenge: { address },
  linkWallet: { message: 'no', signature: '0x00' },
  paymentDeposit: {
    transactionData: {
      userId: me,
      fromAdr: address,
      amount: 500,
      Method: 'fkr',
      StatusMsg: 'Deposit',
    },
  },
  depositStatus: { Transaction_Id: bet },
  paymentWithdrawal: { userId: me, amount: 10, Method: 'fkr', StatusMsg: 'Withdraw' },
  withdrawalStatus: { Transaction_Id: bet },
  openOperations: { User_Id: me },
  walletTransfer: { senderId: me, transferAmount: 10, receiverId: me },
  internalTransfer: { userId: me, transferAmount: 10, transferType: 'Winning' },
  receiver: { id: me },
  inviteCode: { userId: me },
  referralTerms: undefined,
  referTeam: { referrer_id: me, limit: 20 },
  levelEarning: { referrer_id: me, limit: 20 },
  addTransaction: { User_Id: me, Amount: -1, StatusMsg: 'amtplaced', Game_Id: 1 },
  addParticipation: {
    User_Id: me,
    Transaction_Id: bet,
    Bet_Amt: 15,
    Status: 'Pending',
    Game_Id: 2,
  },
  playRound: { User_Id: me, Transaction_Id: bet, Move: { cashOut: true } },
  updateParticipation: {
    User_Id: me,
    Transaction_Id: bet,
    Bet_Amt: 15,
    Status: 'Win',
    Return_Amt: 15,
    Game_Id: 2,
  },
  updateTransactionStatus: { User_Id: me, Transaction_Id: bet, StatusMsg: 'Loss', Game_Id: 2 },
  openRounds: { User_Id: me },
  fairness: { User_Id: me },
  rotateSeed: { User_Id: 1 },
  receiptKey: undefined,
  roundProof: { Transaction_Id: bet },
  insertLogs: { userid: me, TXHash: '0x12', amount: 5, event: 'Deposit' },
  supportCases: { User_Id: me },
  notifications: { User_Id: me, limit: 20 },
  readNotifications: { User_Id: 1 },
  events: undefined,
})

/** Sends an input as its call takes it: as a form, a body, a query, or both. */
export function sendCall(as: HttpClient, name: CallName, input: unknown): Promise<HttpAnswer> {
  const { method, path, kind }: CallEntry = calls[name]
  if (kind === 'form') return as.send(path, { method, body: formOf(input) })
  if (method === 'POST') return as.post(path, input)
  // A PUT has the id in its query and the rest in its body.
  const { id, ...rest } = fieldsIn(input)
  if (method === 'PUT') return as.put(`${path}?${queryOf({ id })}`, rest)
  return as.send(`${path}?${queryOf(fieldsIn(input))}`, { method })
}

const fieldsIn = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' ? { ...input } : {}
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function queryOf(fields: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(fields)) query.set(key, textOf(value))
  return query
}

function formOf(input: unknown): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(fieldsIn(input)))
    form.set(key, key === 'profilePic' ? new Blob([textOf(value)]) : textOf(value))
  return form
}
