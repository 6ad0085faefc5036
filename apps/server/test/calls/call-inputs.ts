import { type Call, encodeInput, type Input } from '@pipkin/contract'
import { type CallName, type Contract, callNames, contract } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import type { HttpAnswer, HttpClient } from './http-client.ts'

/** A stream of events takes no input and doesn't end. */
export const names = callNames.filter((name) => name !== 'followEvents')

/** The calls that end the session. */
export const endsSession = (name: CallName): boolean => name === 'logOut' || name === 'closeAccount'

const address = `0x${'c3'.repeat(20)}`

type Inputs = { readonly [N in CallName]: Input<Contract[N]['call']> }

/**
 * For each call an input that its schema accepts but the server refuses, so that only a changed one
 * could do harm. `me` is the player's own id, `bet` an open round of mines of 10 fkr.
 */
const given = (me: number, bet: string): Inputs => ({
  sendCode: { email: 'nobody', name: 'A' },
  checkCode: { email: 'nobody', name: 'A', code: '' },
  signUp: { name: 'A', mobile: '1', password: 'x', email: 'nobody', inviteCode: '' },
  forgotPassword: { email: 'nobody' },
  resetPassword: { token: 'nothing', newPassword: 'x' },
  logIn: { mobile: '1', password: 'x' },
  logOut: undefined,
  verifyPlayer: { player: me },
  giveSecondFactor: { code: 'nothing' },
  startTotp: undefined,
  confirmTotp: { code: 'nothing' },
  removeTotp: undefined,
  passkeyOptions: { purpose: 'logIn' },
  addPasskey: { attestation: 'nothing', name: 'A' },
  removePasskey: { id: 'nothing' },
  sendConfirmation: undefined,
  confirmSession: { code: 'nothing' },
  readProfile: { player: me },
  updateProfile: { player: me, name: '1', email: 'nobody', mobile: '1', showName: false },
  changePassword: { player: me, newPassword: 'x' },
  readSecurity: undefined,
  endSession: { id: 'none' },
  endOtherSessions: undefined,
  freezeAccount: { token: 'none' },
  changePicture: { player: me, picture: Buffer.from('not a picture') },
  listGames: undefined,
  listPopularGames: undefined,
  listTopPlayers: undefined,
  listTopWinners: undefined,
  listTodayActivity: { player: me, timeZone: 'UTC', limit: 20 },
  listPreviousActivity: { player: me, timeZone: 'UTC', limit: 20, cursor: 'nowhere' },
  totalActivity: {
    player: me,
    timeZone: 'UTC',
    from: '2026-11-20',
    to: '2026-11-20T12:00:00Z',
  },
  exportHistory: { player: me, timeZone: 'Mars/Olympus', format: 'csv' },
  exportAccount: undefined,
  // Left out, like logOut, by tests in which the session must live on.
  closeAccount: undefined,
  readBalances: { player: me },
  listTransactions: { player: me, limit: 20 },
  describeChain: undefined,
  challengeWallet: { address },
  linkWallet: { message: 'no', signature: '0x00' },
  unlinkWallet: { address },
  requestDeposit: { player: me, from: address, amount: fkr(500) },
  readDeposit: { transactionId: bet },
  cancelDeposit: { transactionId: bet },
  requestWithdrawal: { player: me, amount: fkr(10), address },
  readWithdrawal: { transactionId: bet },
  listOpenOperations: { player: me },
  sendMoney: { player: me, amount: fkr(10), receiver: me },
  moveToDeposit: { player: me, amount: fkr(10), from: 'win' },
  findReceiver: { receiver: me },
  readLimits: undefined,
  playHistory: { by: 'day' },
  listSolvency: undefined,
  readSolvencyProof: undefined,
  noteSolvencyCheck: { snapshot: '20261122T120000Z' },
  setLimit: { kind: 'deposit', period: 'day', amount: null, timeZone: 'UTC' },
  confirmLimit: { kind: 'deposit', period: 'month' },
  setReminder: { minutes: null },
  takeBreak: { kind: 'timeout', length: '1y' },
  acknowledgeReminder: undefined,
  setBirthDate: { birthDate: '2999-12-31' },
  declineDepositLimit: undefined,
  readInvite: { player: me },
  readReferralTerms: undefined,
  readFees: undefined,
  listTeam: { player: me, limit: 20 },
  listEarnings: { player: me, limit: 20 },
  placeBet: { player: me, stake: fkr(1), gameId: 1 },
  acknowledgeCredit: { player: me, status: 'Win', payout: fkr(15), gameId: 2 },
  confirmBet: { player: me, transactionId: bet, stake: fkr(15), gameId: 2 },
  playMove: { player: me, transactionId: bet, move: { cashOut: true } },
  acknowledgeRound: {
    player: me,
    transactionId: bet,
    stake: fkr(15),
    status: 'Win',
    payout: fkr(15),
    gameId: 2,
  },
  acknowledgeLoss: { player: me, transactionId: bet, gameId: 2 },
  listOpenRounds: { player: me },
  readFairness: { player: me },
  rotateSeed: { player: 1 },
  readReceiptKey: undefined,
  readProof: { transactionId: bet },
  nameRound: { player: me, transactionId: bet, isNamed: true },
  readRoundName: { transactionId: bet },
  readReceiptProof: { transactionId: bet, receipt: 'bet' },
  openCase: { player: me, chainHash: '0x12', amount: fkr(5), event: 'deposit' },
  listCases: { player: me },
  writeToSupport: { player: me, caseId: 0, text: 'Where is it?' },
  writeAsVisitor: { email: 'nobody', text: 'Where is it?' },
  listThreads: { player: me },
  readThread: { player: me, caseId: 0 },
  readMessagePicture: { player: me, picture: 'none' },
  listNotices: { player: me, limit: 20 },
  markNoticesRead: { player: 1 },
  readTerms: undefined,
  acceptTerms: { terms: 'nothing' },
  followEvents: undefined,
})

/** The same as it goes over the wire, query and body together; undefined without input. */
export function inputsOf(me: number, bet: string): Readonly<Record<CallName, object | undefined>> {
  const inputs = Object.entries(given(me, bet)).map(([name, input]) => [
    name,
    input && wireOf(contract[name as CallName].call, input),
  ])
  return Object.fromEntries(inputs)
}

function wireOf(call: Call, input: object): object {
  const { query, body } = encodeInput(call, input)
  return { ...query, ...body }
}

/** Sends an input as its call takes it: as a form, a body, a query, or both. */
export function sendCall(as: HttpClient, name: CallName, input: unknown): Promise<HttpAnswer> {
  const { method, path, kind }: Call = contract[name].call
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
    form.set(
      key,
      key === 'profilePic' || key === 'picture' ? new Blob([textOf(value)]) : textOf(value),
    )
  return form
}
