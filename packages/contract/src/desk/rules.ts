import { z } from 'zod'
import { type About, describeCalls } from '../openapi.ts'
import { day, playerId, text } from '../schemas/scalars.ts'
import { isEmail } from '../validate/index.ts'
import type { Codec } from '../wire.ts'
import { auditRules } from './audits-rules.ts'
import * as calls from './calls.ts'
import { caseRules } from './cases-rules.ts'
import { feesRules } from './fees-rules.ts'
import { gamesRules } from './games-rules.ts'
import { healthRules } from './health-rules.ts'
import { moneyRules } from './money-rules.ts'
import { noticeRules } from './notices-rules.ts'
import { referralRules } from './referral-rules.ts'
import { roundRules } from './rounds-rules.ts'
import {
  act,
  type DeskSpec,
  fromZero,
  listed,
  ofNothing,
  ofPayout,
  ofPlayer,
  reason,
  spec,
  words,
} from './rule-parts.ts'
import { safetyRules } from './safety-rules.ts'

export type { DeskSpec } from './rule-parts.ts'

const email = text(254).trim().refine(isEmail, 'not an e-mail address')
const role = z.enum(calls.roles)
const code = text(20)
/**
 * Acts name their operators, those of two as “Asha, approved by Ben”: so a name has no comma, and
 * no letter that doesn't show (DI), or it could read as another's.
 */
const operatorName = words(60)
  .normalize('NFKC')
  .regex(/^(?!.*[\p{DI},])\S+( \S+)*$/u)
const ofProposal = z.object({ proposal: text(40), reason })
const operator = z.number().int().min(0).max(1_000_000)

export const deskContract = {
  enter: spec(calls.enter, {
    summary: 'Opens a session by a one-time link; a passkey or an app must be added next',
    session: 'none',
    input: z.object({ token: text(100), name: operatorName, email, code: text(20).optional() }),
  }),
  startTotp: spec(calls.startTotp, {
    summary: 'A new secret for the authenticator app',
    session: 'adding',
  }),
  confirmTotp: spec(calls.confirmTotp, {
    summary: 'Adds the app by its first code: the session is whole',
    session: 'adding',
    input: z.object({ code }),
  }),
  startPasskey: spec(calls.startPasskey, {
    summary: 'What a new passkey is made by; the challenge is good once, for five minutes',
    session: 'adding',
  }),
  addPasskey: spec(calls.addPasskey, {
    summary: 'Adds the passkey in place of the app: the session is whole',
    session: 'adding',
    input: z.object({ attestation: z.unknown() }),
  }),
  askPasskey: spec(calls.askPasskey, {
    summary: 'What a passkey signs to log in; the challenge is good once, for five minutes',
    session: 'none',
  }),
  logInByPasskey: spec(calls.logInByPasskey, {
    summary: 'Opens a session by what a passkey has signed',
    session: 'none',
    input: z.object({ assertion: z.unknown() }),
  }),
  logIn: spec(calls.logIn, {
    summary: 'Opens a session by a code of the authenticator app',
    session: 'none',
    input: z.object({ email: text(254), code }),
  }),
  logOut: spec(calls.logOut, { summary: 'Ends the session', session: 'none' }),
  readMe: spec(calls.readMe, { summary: 'Who is logged in', session: 'adding', quiet: true }),

  readNow: spec(calls.readNow, {
    summary: 'What is owed and held, and what waits',
    session: 'whole',
    quiet: true,
  }),
  listPayouts: spec(calls.listPayouts, {
    summary: 'Payouts that wait for an operator, the oldest first',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: z.object(listed),
  }),
  searchPlayers: spec(calls.searchPlayers, {
    summary:
      'Players by id, name, phone, e-mail, invite code, transaction, wallet or chain hash; 20 at most',
    session: 'whole',
    duty: 'see',
    input: z.object({ text: words(254) }),
  }),
  readPlayer: spec(calls.readPlayer, {
    summary: "A player's page; contact data is masked",
    session: 'whole',
    duty: 'see',
    input: z.object({ player: playerId }),
  }),

  showContact: act(calls.showContact, "Shows a player's phone number and address", ofPlayer),
  freezePlayer: act(calls.freezePlayer, 'Freezes an account until an operator opens it', ofPlayer),
  unfreezePlayer: act(calls.unfreezePlayer, 'Opens an account that an operator froze', ofPlayer),
  endSessions: act(calls.endSessions, 'Logs a player out everywhere', ofPlayer),
  resetFactor: act(
    calls.resetFactor,
    "Takes a player's second factors away and holds the ways out for 72 hours",
    ofPlayer,
  ),
  releasePayout: act(calls.releasePayout, 'Lets a payout go', ofPayout),
  refusePayout: act(calls.refusePayout, 'Gives a payout back to its player', ofPayout),
  pausePayouts: act(calls.pausePayouts, 'No payout is signed from now on', ofNothing),
  resumePayouts: act(calls.resumePayouts, 'Payouts are signed again', ofNothing),
  pauseDeposits: act(calls.pauseDeposits, 'No deposit is taken or credited from now on', ofNothing),
  resumeDeposits: act(calls.resumeDeposits, 'Deposits go on', ofNothing),
  changePayoutLimits: act(
    calls.changePayoutLimits,
    'The sums above which payouts take two people',
    z.object({ each: fromZero.optional(), day: fromZero.optional(), reason }),
  ),
  changeGas: act(
    calls.changeGas,
    'What the coin that pays for gas is worth, and the most for a unit of gas',
    z.object({
      coinPrice: fromZero.optional(),
      mostGwei: z.number().int().min(1).max(1_000_000).optional(),
      reason,
    }),
  ),
  changeLossBudget: act(
    calls.changeLossBudget,
    'The most that the house loses in a day in games that best play wins',
    z.object({ amount: fromZero, reason }),
  ),
  explainTransfer: act(
    calls.explainTransfer,
    'The reason says what a transfer was that belongs to no operation',
    z.object({ hash: text(100), reason }),
  ),
  ...gamesRules,
  inviteOperator: act(
    calls.inviteOperator,
    'Invites a person, or anew one who has lost the factor; the link is in the answer',
    z.object({ name: operatorName, email, role, reason }),
  ),
  changeRole: act(
    calls.changeRole,
    "Changes an operator's role",
    z.object({ operator, role, reason }),
  ),
  closeOperator: act(
    calls.closeOperator,
    "Closes an operator's account",
    z.object({ operator, reason }),
  ),

  listProposals: spec(calls.listProposals, {
    summary: 'What waits for a second person and the caller may know of, the oldest first',
    session: 'whole',
    quiet: true,
    input: z.object({
      ...listed,
      cursor: z.uuid().optional(),
      act: text(60).optional(),
      about: text(200).optional(),
    }),
  }),
  approveProposal: spec(calls.approveProposal, {
    summary: "Does what another has proposed; one's own is refused",
    session: 'whole',
    input: ofProposal,
  }),
  refuseProposal: spec(calls.refuseProposal, {
    summary: "Refuses a proposal, or withdraws one's own",
    session: 'whole',
    input: ofProposal,
  }),

  listActs: spec(calls.listActs, {
    summary: 'What operators did, newest first',
    session: 'whole',
    duty: 'audit',
    input: z.object({
      ...listed,
      about: text(200).optional(),
      who: text(100).optional(),
      act: text(60).optional(),
      from: day.optional(),
      to: day.optional(),
    }),
  }),
  listOperators: spec(calls.listOperators, {
    summary: 'The operators',
    session: 'whole',
    duty: 'rule',
    quiet: true,
  }),
  ...moneyRules,
  ...feesRules,
  ...healthRules,
  ...referralRules,
  ...caseRules,
  ...roundRules,
  ...safetyRules,
  ...noticeRules,
  ...auditRules,
} as const satisfies Record<string, DeskSpec>

type Contract = typeof deskContract
export type DeskCallName = keyof Contract
/** The calls that are acts. */
export type DeskAct = {
  [N in DeskCallName]: Contract[N] extends { readonly act: true } ? N : never
}[DeskCallName]

export type DeskInput<N extends DeskCallName> = Contract[N] extends {
  input: infer S extends z.ZodType
}
  ? z.output<S>
  : Record<never, never>

export type DeskAnswer<N extends DeskCallName> = Contract[N]['call'] extends {
  answer: Codec<infer T>
}
  ? T
  : Record<never, never>

/** Why the back office doesn't do a thing: the HTTP status and a sentence. */
export const deskRefusals = {
  malformed: [400, 'A field is too short, too long or of another form: check what you typed.'],
  noSession: [401, 'Please log in.'],
  forbidden: [403, 'Your role does not allow this: ask a colleague whose role does.'],
  tooMany: [429, 'Too many attempts: wait a quarter of an hour.'],
  linkOver: [200, 'This link is over, or for another address or code: ask for a new one.'],
  passkeyWrong: [200, 'That passkey was not taken: try again.'],
  codeWrong: [200, 'That code was not right: wait for the next one.'],
  logInWrong: [
    200,
    'That code was not right: wait for the next one, and after five wrong ones a quarter of an hour.',
  ],
  unknownPlayer: [404, 'There is no such player.'],
  unknownOperation: [404, 'There is no such deposit or withdrawal.'],
  unknownTransfer: [404, 'The scanner has seen no transfer with this hash.'],
  unknownCase: [404, 'There is no such case.'],
  unknownFriend: [404, 'No other player has brought this one.'],
  unknownGame: [404, 'There is no such game.'],
  draftGone: [200, 'There is no such draft any more: load the page again.'],
  draftChanged: [
    200,
    'The draft has changed since you looked: look at it first, then draft it again.',
  ],
  draftOutdated: [200, 'The game has changed since this draft was made: draft it again.'],
  notOffered: [200, 'These settings can’t be offered.'],
  sayTwice: [200, 'Say the return once more: it is beyond the floor or the ceiling.'],
  nameTaken: [200, 'Another operator has, or had, this name: take one that tells the two apart.'],
  unknownOperator: [404, 'There is no such operator.'],
  unknownProposal: [404, 'There is no such proposal.'],
  notInReview: [200, 'It does not wait for an operator: the player’s page says what became of it.'],
  accountFrozen: [200, 'The account is frozen: it has to be opened first.'],
  accountClosed: [200, 'The account is closed.'],
  addressTaken: [
    200,
    'The email address that it gets back is another account’s: that one’s owner changes it first.',
  ],
  notFree: [200, 'The wallet has less that is neither locked nor held: take less.'],
  mayBePaid: [200, 'Tokens have moved for it: release it, or try again later.'],
  notScanned: [200, 'The worker has not read the chain up to the restore yet: try again later.'],
  transferFits: [
    200,
    'A transfer that fits it belongs to no operation: match it by command, or explain it first.',
  ],
  depositUnderWay: [200, 'The wallet has another deposit on its way: try again behind it.'],
  neverSigned: [200, 'It was never signed, and its approval may be gone: refuse it.'],
  caseClosed: [200, 'The case is closed already.'],
  caseChanged: [200, 'Another message has come meanwhile: read it first, then send again.'],
  caseTaken: [200, 'Another colleague has it by now: look first, then assign it again.'],
  noAnswer: [200, 'An answer is needed: the player reads it.'],
  allUnlocked: [200, 'All rewards for this friend are unlocked: nothing is left to decide.'],
  termsOutdated: [
    200,
    'These settings have changed since you looked: look again, then draft it anew.',
  ],
  beyondBounds: [
    200,
    'A send costs 0 to 20 %, a withdrawal 1 to 50 %. Amounts are above 0, a range goes upwards from the smallest deposit, and a day’s limit is no less than an hour’s.',
  ],
  beyondFloors: [
    200,
    'Rewards unlock by deposits or stakes, a day’s budget covers one friend, and a referrer’s cap in all is no less than a day’s.',
  ],
  alreadySo: [200, 'It is so already.'],
  alreadyProposed: [200, 'This is proposed already: a second person has to approve it.'],
  ownProposal: [403, 'Another person has to approve what you proposed.'],
  aboutYourself: [403, 'This is about your own account: another person has to decide it.'],
  proposalDecided: [200, 'This is decided already.'],
  proposalOutdated: [
    200,
    'What this would change has changed meanwhile: refuse it, and propose it again.',
  ],
  proposalLapsed: [200, 'This proposal is older than 24 hours: propose it again.'],
  proposerMayNot: [
    200,
    'Who proposed this may not do it any more: it can only be refused or withdrawn.',
  ],
  limitIsLower: [200, 'The limit is as low already: a raise is the player’s own act.'],
  breakLasts: [200, 'A break lasts as long already: none is made shorter.'],
  playerOnBreak: [200, 'The player is on a break and gets no offers.'],
  noticeGone: [200, 'There is no such notice any more: load the page again.'],
  noticeOver: [200, 'It ends before it begins, or is over already: give it a later end.'],
  termsEarlier: [200, 'The version before it takes effect later: give it a later date.'],
  termsLate: [200, 'It would take effect in more than a year: give it an earlier date.'],
  lastAdmin: [200, 'One admin has to stay: make another operator admin first.'],
  auditUnderWay: [200, 'An audit is under way already: its result comes here.'],
  unknownAudit: [404, 'There is no such audit.'],
} as const satisfies Record<string, readonly [status: number, message: string]>
export type DeskRefusal = keyof typeof deskRefusals

const about: About = {
  title: 'Pipkin back office',
  description: 'Every call of the back office. Money is in fkr, times are ISO 8601 UTC.',
  below: '/desk/api/',
  cookie: 'desk',
}

/** The back office's contract as an OpenAPI document. */
export const deskOpenApi = () =>
  describeCalls(
    Object.values<DeskSpec>(deskContract).map(({ call, summary, session, input }) => ({
      call,
      summary,
      session: session === 'none' ? 'none' : 'required',
      refusals: [],
      ...(input && { input }),
    })),
    about,
  )
