import { breakIntervals } from '../ledger/break-lengths.ts'
import { one, sql } from '../platform/database/database.ts'
import { beginGeneration } from './begin-generation.ts'
import { findPlayer } from './find-player.ts'
import { previewChange } from './judge-change.ts'
import { listActs } from './list-acts.ts'
import { listSettings } from './list-settings.ts'
import { listWaiting } from './list-waiting.ts'
import { takeSnapshot } from './take-snapshot.ts'
import {
  isOn,
  maybeWhole,
  meaningOf,
  money,
  moneyOf,
  oneOf,
  rulesOf,
  type Typed,
  transactionOf,
  wholeOf,
} from './typed-words.ts'
import { act, type OperatorDeps, type Outcome, refused, type Warrant } from './warrant.ts'

/** An act as a command: the words it takes, in order, and its options beside --by and --reason. */
export interface Command {
  readonly words: readonly string[]
  readonly options?: readonly string[]
  /** For --help. */
  readonly says: string
  /** False for lists, which change no data. */
  readonly needsReason?: false
  run(deps: OperatorDeps, warrant: Warrant, typed: Typed): Promise<Outcome<unknown>>
}

/** Every act of an operator, by the command's name. Amounts are in fkr. */
export const commands: Readonly<Record<string, Command>> = {
  waiting: {
    words: [],
    says: 'what waits for a person: withdrawals and deposits in review, rewards, open cases, unmatched transfers; and what has waited for a worker for ten minutes',
    needsReason: false,
    run: async (deps) => ({ ok: true, value: await listWaiting(deps) }),
  },
  acts: {
    words: [],
    says: 'the last hundred acts: who, what, why',
    needsReason: false,
    run: async (deps) => ({ ok: true, value: await listActs(deps) }),
  },
  settings: {
    words: [],
    says: 'every setting: its value, its default, what it means and where it is changed',
    needsReason: false,
    run: async (deps) => ({ ok: true, value: await listSettings(deps, process.env) }),
  },
  'after-restore': {
    words: [],
    says: 'after a backup was restored, and before anything plays on: voids the seeds from before and ends all sessions',
    run: beginGeneration,
  },
  'find-player': {
    words: ['id | phone | e-mail | invite code | transaction id | wallet | chain hash'],
    says: "a player's account, wallets, open rounds, deposits and withdrawals, cases",
    run: (deps, warrant, { words: [text = ''] }) => findPlayer(deps, warrant, text),
  },
  'solvency-snapshot': {
    words: [],
    says: 'what the house owes all players and holds, now: the worker builds the tree and signs it',
    run: (deps, warrant) => takeSnapshot(deps, warrant),
  },
  'end-sessions': {
    words: ['id'],
    says: "end all of a player's sessions: each browser has to log in again",
    run: (deps, warrant, { words: [id] }) =>
      act(deps, warrant, sql`select operator.end_sessions($1, $2, $3) as refusal`, [
        wholeOf('id', id),
      ]),
  },
  'end-exclusion': {
    words: ['id'],
    says: 'a player asked in writing to end a self-exclusion whose time is over: it ends in a day',
    run: (deps, warrant, { words: [id] }) =>
      act(deps, warrant, sql`select operator.end_exclusion($1, $2, $3) as refusal`, [
        wholeOf('id', id),
      ]),
  },
  'take-break': {
    words: ['id', 'timeout | exclusion', Object.keys(breakIntervals).join(' | ')],
    says: 'a player asked in writing for a break, or a restore has lost it: it begins at once',
    run: (deps, warrant, { words: [id, kind, length] }) =>
      act(deps, warrant, sql`select operator.take_break($1, $2, $3, $4, $5) as refusal`, [
        wholeOf('id', id),
        oneOf('kind', ['timeout', 'exclusion'], kind),
        meaningOf('length', breakIntervals, length),
      ]),
  },
  'lower-limit': {
    words: ['id', 'deposit | loss | stake', 'day | week | month | round', 'fkr'],
    says: 'a first or a lower limit of a player, at once; a raise is the player’s own act',
    run: (deps, warrant, { words: [id, kind, period, amount] }) => {
      const to = money('The limit', amount)
      const isOfRound = oneOf('period', ['day', 'week', 'month', 'round'], period) === 'round'
      if (to < 0n || isOfRound !== (kind === 'stake'))
        return Promise.resolve(refused('The limit must be 0 or more; a stake has it for a round.'))
      return act(
        deps,
        warrant,
        sql`select operator.lower_limit($1, $2, $3, $4, $5, $6) as refusal`,
        [wholeOf('id', id), oneOf('kind', ['deposit', 'loss', 'stake'], kind), period, to],
      )
    },
  },
  release: {
    words: ['transaction id'],
    says: 'approve a withdrawal that waits and takes one person; a deposit in review is judged again',
    run: (deps, warrant, { words: [text] }) => {
      const { player, id } = transactionOf(text)
      return actAlone(deps, warrant, 'releasePayout', { player, operation: id })
    },
  },
  refuse: {
    words: ['transaction id'],
    says: 'refuse a withdrawal that is in review or not signed yet: it is given back in full; a deposit in review fails',
    run: (deps, warrant, { words: [text] }) => {
      const { player, id } = transactionOf(text)
      return act(deps, warrant, sql`select operator.refuse($1, $2, $3, $4) as refusal`, [
        player,
        id,
      ])
    },
  },
  'match-transfer': {
    words: ['transaction id', 'chain hash'],
    says: 'after a restore, the transfer that paid or pulled it in the lost time: it ends as paid or credited',
    run: (deps, warrant, { words: [text, hash = ''] }) => {
      const { player, id } = transactionOf(text)
      return act(
        deps,
        warrant,
        sql`select operator.match_transfer($1, $2, $3, $4, $5) as refusal`,
        [player, id, hash],
      )
    },
  },
  'pause-payouts': {
    words: [],
    says: 'no withdrawal is signed until payouts are resumed',
    run: (deps, warrant) => actAlone(deps, warrant, 'pausePayouts', {}),
  },
  'resume-payouts': {
    words: [],
    says: 'withdrawals are signed again',
    run: (deps, warrant) => actAlone(deps, warrant, 'resumePayouts', {}),
  },
  'pause-deposits': {
    words: [],
    says: 'no deposit is taken or credited until deposits are resumed',
    run: (deps, warrant) => actAlone(deps, warrant, 'pauseDeposits', {}),
  },
  'resume-deposits': {
    words: [],
    says: 'deposits are taken again, and those that arrived meanwhile credited',
    run: (deps, warrant) => actAlone(deps, warrant, 'resumeDeposits', {}),
  },
  'explain-transfer': {
    words: ['chain hash'],
    says: 'the reason says what an unmatched transfer or operation was; its alarm ends',
    run: (deps, warrant, { words: [hash = ''] }) =>
      act(deps, warrant, sql`select operator.explain_transfer($1, $2, $3) as refusal`, [hash]),
  },
  'explain-dust': {
    words: [],
    says: 'the reason says what all transfers below the smallest deposit were; their alarm ends',
    run: (deps, warrant) =>
      act(deps, warrant, sql`select operator.explain_dust($1, $2) as refusal`, []),
  },
  'close-case': {
    words: ['case', 'answer'],
    says: 'answer a support case; the player reads the answer and is notified',
    run: (deps, warrant, { words: [number, answer = ''] }) =>
      act(deps, warrant, sql`select operator.close_case($1, $2, $3, $4) as refusal`, [
        wholeOf('case', number),
        answer,
      ]),
  },
  'switch-game': {
    words: ['game id', 'off'],
    says: 'a game that is off takes no bets; open rounds go on. On takes two people',
    run: (deps, warrant, { words: [game, to] }) =>
      actAlone(deps, warrant, isOn(to) ? 'switchGameOn' : 'switchGameOff', {
        game: wholeOf('game id', game),
      }),
  },
  'preview-game': {
    words: ['game id'],
    options: ['minimum', 'maximum', 'step', 'pace-ms', 'rounds-a-day', 'win-percentage', 'rules'],
    needsReason: false,
    says: "shows what a change of a game's limits and rules would mean, and changes nothing. --rounds-a-day takes none, --rules a JSON file",
    run: (deps, _, { words: [game], options }) =>
      previewChange(deps, {
        game: wholeOf('game id', game),
        changes: {
          minimum: moneyOf(options, 'minimum'),
          maximum: moneyOf(options, 'maximum'),
          step: moneyOf(options, 'step'),
          minRoundMs: maybeWhole(options, 'pace-ms'),
          roundsADay:
            options['rounds-a-day'] === 'none' ? null : maybeWhole(options, 'rounds-a-day'),
          rules: rulesOf(options),
        },
      }),
  },
  cashier: {
    words: [],
    says: "the cashier's settings, and the smallest withdrawal at what gas costs now",
    needsReason: false,
    run: async ({ database }) => ({
      ok: true,
      value: await one(
        database.rows(sql`
          select review_above, player_hour, player_day, house_hour, house_day, smallest_deposit,
                 smallest_withdrawal, cashier.smallest_withdrawal() as smallest_withdrawal_now,
                 coin_price, trim_scale(most_gas_price / 1e9)::text as most_gwei
          from cashier.settings`),
      ),
    }),
  },
  'refuse-rewards': {
    words: ['friend id'],
    says: 'what a friend has earned stays locked, until it is approved',
    run: (deps, warrant, { words: [id] }) =>
      actAlone(deps, warrant, 'refuseRewards', { player: wholeOf('id', id) }),
  },
}

/** Acts that always take two people, and the screen of the back office where one proposes them. */
export const actsOfTwo: Readonly<Record<string, string>> = {
  'change-game': 'Games',
  'retire-game': 'Games',
  'change-loss-budget': 'Games',
  'change-review-limit': 'Fees and limits',
  'change-cashier': 'Fees and limits',
  'approve-rewards': 'Referral, To be decided',
  'change-rewards': 'Referral, Terms',
}

/** Does an act of the back office, if it takes only one person with this input; else says so. */
const actAlone = (
  deps: OperatorDeps,
  warrant: Warrant,
  name:
    | 'releasePayout'
    | 'pausePayouts'
    | 'resumePayouts'
    | 'pauseDeposits'
    | 'resumeDeposits'
    | 'switchGameOn'
    | 'switchGameOff'
    | 'refuseRewards',
  input: object,
) =>
  act(deps, warrant, sql`select desk.act_by_command($1, $2, $3, $4) as refusal`, [
    name,
    JSON.stringify(input),
  ])
