import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
import {
  boolean,
  data,
  integer,
  json,
  list,
  money,
  nullable,
  number,
  object,
  optional,
  text,
  time,
  type Value,
  word,
} from '../wire.ts'
import { acted, change, get, ofPlayer, pageOf, post } from './parts.ts'

export * from './act-names.ts'
export * from './audits.ts'
export * from './cases.ts'
export * from './fees.ts'
export * from './games.ts'
export * from './health.ts'
export * from './money.ts'
export * from './notices.ts'
export * from './referral.ts'
export * from './rounds.ts'
export * from './safety.ts'
export * from './time-text.ts'

/**
 * The calls of the back office, below `/desk/api/`. They are no part of the player's API: another
 * process answers them, on another port. The wire has our own words.
 */

export { againHeader } from '../session.ts'

export const roles = ['support', 'cashier', 'games', 'auditor', 'admin'] as const
const role = word(...roles)

const duty = word('see', 'answer', 'restrict', 'pay', 'offer', 'rule', 'audit')
/** What an operator may do, by the role (`desk.duties`). */
export type Duty = Value<typeof duty>

// The way in

const me = object({
  operator: integer,
  name: text,
  email: text,
  role,
  duties: list(duty),
  /** False until a factor was given; until then only the calls that add one are open. */
  whole: boolean,
})
export type Me = Value<typeof me>

/** Enters by an invitation's one-time link. A factor must be added next. */
export const enter = {
  ...post('enter'),
  body: object({ token: text, name: text, email: text, code: optional(text) }),
} as const satisfies Call
export const startTotp = {
  ...post('startTotp'),
  answer: data(object({ secret: text, uri: text })),
} as const satisfies Call
export const confirmTotp = {
  ...post('confirmTotp'),
  body: object({ code: text }),
} as const satisfies Call
/** What the browser's WebAuthn call is given: the factor is a passkey in place of the app. */
export const startPasskey = { ...post('startPasskey'), answer: data(json) } as const satisfies Call
export const addPasskey = {
  ...post('addPasskey'),
  body: object({ attestation: json }),
} as const satisfies Call
export const askPasskey = { ...post('askPasskey'), answer: data(json) } as const satisfies Call
export const logInByPasskey = {
  ...post('logInByPasskey'),
  body: object({ assertion: json }),
} as const satisfies Call
export const logIn = {
  ...post('logIn'),
  body: object({ email: text, code: text }),
} as const satisfies Call
export const logOut = post('logOut')
export const readMe = { ...get('readMe'), answer: data(me) } as const satisfies Call

// What waits

const count = object({ sum: money, count: integer })
const figures = object({
  /** What players own, by wallet; locked money too. */
  wallets: object({ deposit: money, bonus: money, win: money, referral: money }),
  stakes: count,
  /** Payouts on their way: their sum, and how many of them wait for an operator. */
  payouts: object({ sum: money, review: integer, oldest: nullable(time) }),
  deposits: count,
  /** Wallets, open stakes and payouts on their way. */
  owed: money,
  /** The house's tokens on the chain, up to the scanned block; null before the first scan. */
  house: nullable(
    object({
      held: money,
      symbol: text,
      behind: integer,
      /** The house's balance of the coin that pays for gas; null before it was first read. */
      coin: nullable(number),
    }),
  ),
  unexplained: integer,
  cases: integer,
  /** Those that the caller may approve or refuse. */
  proposals: integer,
  payoutsPaused: boolean,
  depositsPaused: boolean,
  /** Payouts take two people above these sums, of one payout and of a day. */
  takesTwo: object({ above: money, day: money }),
  audit: nullable(object({ at: time, findings: integer })),
})
export type Figures = Value<typeof figures>
export const readNow = { ...get('readNow'), answer: data(figures) } as const satisfies Call

const payout = object({
  transaction: text,
  player: integer,
  name: nullable(text),
  amount: money,
  fee: money,
  ownPart: money,
  why: nullable(text),
  address: text,
  at: time,
  linkedAt: nullable(time),
  /** When its owner unlinked or doubted the address, or after that linked it again. */
  disownedAt: nullable(time),
  deposited: money,
  staked: money,
  lost: money,
  left: money,
  accountsOfPerson: integer,
  paidBefore: integer,
  paidSum: money,
  frozen: boolean,
  /** Why it can't be released now; after a restore it can't be refused either. */
  heldBy: nullable(word('accountFrozen', 'notScanned', 'transferFits')),
  takesTwo: boolean,
  /** Who has proposed to release it; null without a waiting proposal. */
  proposer: nullable(text),
  /** Other accounts that share a browser, or an address, with this one; 101 at most. */
  onBrowser: list(integer),
  onAddress: list(integer),
})
export type Payout = Value<typeof payout>
/** Why a deposit or a withdrawal waits for an operator or has ended so, by its field `reason`. */
const operationReasons: Readonly<Record<string, string | undefined>> = {
  overLimit: 'above the limit',
  playerSum: 'the player asked for much in a short time',
  houseSum: 'the house paid much in a short time',
  rewards: 'more than the player’s own money',
  frozen: 'the account was frozen',
  doubted: 'the password changed after the wallet was linked',
  restored: 'may have been paid before a restore',
  otherAmount: 'another amount left the house than was signed',
  balanceDiffers: 'the token’s balance differs from its transfers',
  tooMuch: 'more arrived than was asked for',
  matched: 'found on the chain',
  cancelled: 'the player cancelled it',
  refused: 'an operator refused it',
  limitReached: 'beyond the deposit limit',
  depositLimitDue: 'the player has no deposit limit yet',
  onBreak: 'the player is on a break',
  termsDue: 'new terms wait for the player',
  notApproved: 'the wallet has approved nothing',
  approvedLess: 'the wallet has approved less',
  walletShort: 'the wallet holds less',
  tokenRefuses: 'the token refuses the transfer',
  reverted: 'the chain refused the transfer',
  nothingArrived: 'no tokens arrived',
  nothingMoved: 'no tokens moved',
}

/** The same in words. */
export const operationReason = (reason: string): string => operationReasons[reason] ?? reason

export const listPayouts = pageOf('listPayouts', { payouts: list(payout) }, {})

// Players

const found = object({
  player: integer,
  name: text,
  createdAt: time,
  frozen: boolean,
  closed: boolean,
})
/** How many players a search finds at most. */
export const mostPlayersFound = 20
export const searchPlayers = {
  ...get('searchPlayers'),
  query: object({ text }),
  answer: data(list(found)),
} as const satisfies Call

const player = object({
  player: integer,
  name: text,
  /** Masked: `showContact` asks for them. */
  mobile: nullable(text),
  email: nullable(text),
  inviteCode: text,
  referrer: nullable(integer),
  createdAt: time,
  hasApp: boolean,
  passkeys: integer,
  frozenFrom: nullable(time),
  frozenByHouse: boolean,
  closedAt: nullable(time),
  heldUntil: nullable(time),
  wallets: object({
    deposit: money,
    bonus: money,
    win: money,
    referral: money,
    ownMoney: money,
    contributed: money,
  }),
  addresses: list(
    object({
      address: text,
      linkedAt: time,
      unlinkedAt: nullable(time),
      doubtedAt: nullable(time),
    }),
  ),
  /** Accounts that certainly are the same player's: they share breaks and limits. */
  otherAccounts: list(integer),
  sessions: list(object({ device: text, network: text, createdAt: time, lastSeenAt: time })),
  operations: list(
    object({
      transaction: text,
      kind: text,
      state: text,
      amount: money,
      reason: nullable(text),
      at: time,
    }),
  ),
  /** The player's friends, and what each shares with others. */
  friends: list(
    object({
      player: integer,
      name: text,
      signedInAt: nullable(time),
      shares: list(text),
      decision: nullable(text),
    }),
  ),
  /** The newest movements, with the changes of the four wallets. */
  movements: list(
    object({
      id: text,
      at: time,
      kind: text,
      deposit: money,
      bonus: money,
      win: money,
      referral: money,
    }),
  ),
  cases: list(
    object({
      case: integer,
      /** What the reported chain transaction was for; null if the case is free text. */
      event: nullable(text),
      hash: nullable(text),
      amount: nullable(money),
      at: time,
      state: text,
    }),
  ),
  acts: list(object({ n: integer, at: time, operator: text, act: text, reason: text })),
})
export type PlayerSheet = Value<typeof player>
/** How many rows the page lists at most. */
export const playerSheetRows = { operations: 20, friends: 50, movements: 50, acts: 20 } as const
export const readPlayer = {
  ...get('readPlayer'),
  query: object({ player: integer }),
  answer: data(player),
} as const satisfies Call

export const showContact = {
  ...post('showContact'),
  body: ofPlayer.body,
  answer: data(object({ mobile: nullable(text), email: nullable(text) })),
} as const satisfies Call

// Acts. Each takes a reason, and is done or waits for a second person.

const ofPayout = { body: object({ transaction: text, reason: text }), answer: acted }
const ofNothing = { body: object({ reason: text }), answer: acted }

export const freezePlayer = { ...post('freezePlayer'), ...ofPlayer } as const satisfies Call
export const unfreezePlayer = { ...post('unfreezePlayer'), ...ofPlayer } as const satisfies Call
export const endSessions = { ...post('endSessions'), ...ofPlayer } as const satisfies Call
/** Takes all second factors away and holds the ways out for 72 hours. */
export const resetFactor = { ...post('resetFactor'), ...ofPlayer } as const satisfies Call
export const releasePayout = { ...post('releasePayout'), ...ofPayout } as const satisfies Call
export const refusePayout = { ...post('refusePayout'), ...ofPayout } as const satisfies Call
export const pausePayouts = { ...post('pausePayouts'), ...ofNothing } as const satisfies Call
export const resumePayouts = { ...post('resumePayouts'), ...ofNothing } as const satisfies Call
export const pauseDeposits = { ...post('pauseDeposits'), ...ofNothing } as const satisfies Call
export const resumeDeposits = { ...post('resumeDeposits'), ...ofNothing } as const satisfies Call
/** What is left out stays as it is. */
export const changePayoutLimits = {
  ...post('changePayoutLimits'),
  body: object({ each: optional(amount), day: optional(amount), reason: text }),
  answer: acted,
} as const satisfies Call
/** In whole gwei for a unit of gas. What is left out stays as it is. */
export const changeGas = {
  ...post('changeGas'),
  body: object({ coinPrice: optional(amount), mostGwei: optional(integer), reason: text }),
  answer: acted,
} as const satisfies Call
export const changeLossBudget = {
  ...post('changeLossBudget'),
  body: object({ amount, reason: text }),
  answer: acted,
} as const satisfies Call
export const explainTransfer = {
  ...post('explainTransfer'),
  body: object({ hash: text, reason: text }),
  answer: acted,
} as const satisfies Call
export const inviteOperator = {
  ...post('inviteOperator'),
  body: object({ name: text, email: text, role, reason: text }),
  answer: acted,
} as const satisfies Call
export const changeRole = {
  ...post('changeRole'),
  body: object({ operator: integer, role, reason: text }),
  answer: acted,
} as const satisfies Call
export const closeOperator = {
  ...post('closeOperator'),
  body: object({ operator: integer, reason: text }),
  answer: acted,
} as const satisfies Call

// A second person

export type Change = Value<typeof change>
/** `Fee of a send: 2 % → 3 %`; of a new or removed thing, its one value. */
export const changeText = ({ what, before, after }: Change): string =>
  `${what}: ${[before, after].filter((value) => value !== null).join(' → ')}`

const proposal = object({
  proposal: text,
  act: text,
  about: text,
  reason: text,
  /** Facts to judge it by, which it doesn't change, such as the sum of a payout. */
  facts: list(object({ what: text, value: text })),
  changes: list(change),
  /** Changes that don't help to judge it, such as the hash of rules. */
  details: list(change),
  proposer: text,
  /** One's own can be withdrawn. */
  own: boolean,
  /** Whether the caller may refuse it, and approve it if `whyNot` is null. */
  mayDecide: boolean,
  /** Why the caller can't approve it as things are, in words. */
  whyNot: nullable(text),
  /** The roles that may decide. */
  deciders: list(text),
  proposedAt: time,
  decision: nullable(text),
  decider: nullable(text),
})
export type Proposal = Value<typeof proposal>
/** The oldest first. Filters: the act, and what it is about, such as a player's id. */
export const listProposals = pageOf(
  'listProposals',
  { proposals: list(proposal) },
  { act: optional(text), about: optional(text) },
)
export const approveProposal = {
  ...post('approveProposal'),
  body: object({ proposal: text, reason: text }),
  answer: acted,
} as const satisfies Call
/** One's own is withdrawn. */
export const refuseProposal = {
  ...post('refuseProposal'),
  body: object({ proposal: text, reason: text }),
  answer: acted,
} as const satisfies Call

// What was done

const act = object({
  n: integer,
  at: time,
  operator: text,
  act: text,
  about: text,
  reason: text,
  /** Who approved it, and why; null for an act of one. */
  approver: nullable(text),
  approval: nullable(text),
  changes: list(change),
  /** Hex: the link to the next act. */
  hash: text,
})
export type Act = Value<typeof act>
/**
 * Newest first. Filters: what an act was about, such as a player's id; who did it, approved it or
 * gave the name to a command; the act's name; and the first and the last day (UTC).
 */
export const listActs = pageOf(
  'listActs',
  { acts: list(act) },
  {
    about: optional(text),
    who: optional(text),
    act: optional(text),
    from: optional(text),
    to: optional(text),
  },
)

const operator = object({ operator: integer, name: text, email: text, role, state: text })
export const listOperators = {
  ...get('listOperators'),
  answer: data(list(operator)),
} as const satisfies Call
