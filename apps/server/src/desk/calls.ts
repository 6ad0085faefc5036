import { roles } from '@pipkin/contract/desk'
import { sparingCache } from '../platform/cache/sparing-cache.ts'
import { sql } from '../platform/database/database.ts'
import { auditCalls } from './audits/calls.ts'
import { caseCalls } from './cases/calls.ts'
import { type DeskDeps, type DeskHandlers, done, sessionOf } from './desk-deps.ts'
import { actOf, decideProposal, showContact } from './do-act.ts'
import { feesCalls } from './fees/calls.ts'
import { gamesCalls } from './games/calls.ts'
import { healthCalls } from './health/calls.ts'
import { listActs } from './list-acts.ts'
import { listPayouts } from './list-payouts.ts'
import { listProposals } from './list-proposals.ts'
import { moneyCalls } from './money/calls.ts'
import { noticeCalls } from './notices/calls.ts'
import { addPasskey, askPasskey, logInByPasskey, startPasskey } from './passkeys.ts'
import { readPlayer } from './players/read-player.ts'
import { searchPlayers } from './players/search-players.ts'
import { addUp, readNow } from './read-now.ts'
import { referralCalls } from './referral/calls.ts'
import { listRounds } from './rounds/list-rounds.ts'
import { safetyCalls } from './safety/calls.ts'
import { confirmTotp, enter, logIn, logOut, startTotp } from './way-in.ts'

/** Which use case answers which call of the back office. */
export function deskCalls(deps: DeskDeps): DeskHandlers {
  // However many screens ask, the wallets are added up once, and more rarely the more there are.
  const sums = sparingCache(2_000, deps.surroundings.elapsedMs, () => addUp(deps))
  return {
    ...moneyCalls(deps),
    ...feesCalls(deps),
    ...healthCalls(deps),
    ...referralCalls(deps),
    ...gamesCalls(deps),
    ...safetyCalls(deps),
    ...noticeCalls(deps),
    ...auditCalls(deps),
    enter: (input, caller) => enter(deps, input, caller),
    startTotp: (_, caller) => startTotp(deps, sessionOf(caller)),
    confirmTotp: (input, caller) => confirmTotp(deps, input, caller, sessionOf(caller)),
    startPasskey: (_, caller) => startPasskey(deps, sessionOf(caller)),
    addPasskey: (input, caller) => addPasskey(deps, input, caller, sessionOf(caller)),
    askPasskey: (_, caller) => askPasskey(deps, caller),
    logInByPasskey: (input, caller) => logInByPasskey(deps, input, caller),
    logIn: (input, caller) => logIn(deps, input, caller),
    logOut: (_, caller) => logOut(deps, caller),
    readMe: async (_, caller) => {
      const { tokenHash: _hash, ...session } = sessionOf(caller)
      return done<'readMe'>({ ...session, role: roleOf(session.role) })
    },
    readNow: (_, caller) => readNow(deps, sessionOf(caller), sums),
    listPayouts: (input) => listPayouts(deps, input),
    searchPlayers: (input) => searchPlayers(deps, input),
    readPlayer: (input) => readPlayer(deps, input),
    showContact: (input, caller) => showContact(deps, sessionOf(caller), input),
    freezePlayer: actOf(deps, 'freezePlayer'),
    unfreezePlayer: actOf(deps, 'unfreezePlayer'),
    endSessions: actOf(deps, 'endSessions'),
    resetFactor: actOf(deps, 'resetFactor'),
    releasePayout: actOf(deps, 'releasePayout'),
    refusePayout: actOf(deps, 'refusePayout'),
    pausePayouts: actOf(deps, 'pausePayouts'),
    resumePayouts: actOf(deps, 'resumePayouts'),
    pauseDeposits: actOf(deps, 'pauseDeposits'),
    resumeDeposits: actOf(deps, 'resumeDeposits'),
    adjustBalance: actOf(deps, 'adjustBalance'),
    changePayoutLimits: actOf(deps, 'changePayoutLimits'),
    changeGas: actOf(deps, 'changeGas'),
    changeLossBudget: actOf(deps, 'changeLossBudget'),
    explainTransfer: actOf(deps, 'explainTransfer'),
    refuseRewards: actOf(deps, 'refuseRewards'),
    approveRewards: actOf(deps, 'approveRewards'),
    inviteOperator: actOf(deps, 'inviteOperator'),
    changeRole: actOf(deps, 'changeRole'),
    closeOperator: actOf(deps, 'closeOperator'),
    listProposals: (input, caller) => listProposals(deps, sessionOf(caller), input),
    approveProposal: (input, caller) => decideProposal(deps, 'approved', sessionOf(caller), input),
    refuseProposal: (input, caller) => decideProposal(deps, 'refused', sessionOf(caller), input),
    listActs: (input) => listActs(deps, input),
    listOperators: () => listOperators(deps),
    ...caseCalls(deps),
    listRounds: (input) => listRounds(deps, input),
  }
}

function roleOf(text: string) {
  const role = roles.find((known) => known === text)
  if (!role) throw new Error(`there is no role ${text}`)
  return role
}

const operators = sql`select id as operator, name, email, role::text, state
  from desk.list_operators()`

interface OperatorRow {
  readonly operator: number
  readonly name: string
  readonly email: string
  readonly role: string
  readonly state: string
}

const listOperators = async ({ database }: Pick<DeskDeps, 'database'>) =>
  done<'listOperators'>(
    (await database.rows<OperatorRow>(operators)).map((row) => ({
      ...row,
      role: roleOf(row.role),
    })),
  )
