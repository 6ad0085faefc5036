import { readFileSync } from 'node:fs'
import { type Money, moneyFromWire } from '@pipkin/money'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { sql } from '../platform/database/database.ts'
import { changeGame } from './change-game.ts'
import { changeRewards } from './change-rewards.ts'
import { findPlayer } from './find-player.ts'
import { listWaiting } from './list-waiting.ts'
import { act, type OperatorDeps, type Outcome, refused, type Warrant } from './warrant.ts'

/** A word or an option can't be read. The message is one sentence for the operator. */
export class Misuse extends Error {}

/** What was typed after the command's name. */
interface Typed {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

/** An act as a command: the words it takes, in order, and its options beside --by and --reason. */
export interface Command {
  readonly words: readonly string[]
  readonly options?: readonly string[]
  /** For --help. */
  readonly says: string
  /** False for lists, which change nothing. */
  readonly needsReason?: false
  run(deps: OperatorDeps, warrant: Warrant, typed: Typed): Promise<Outcome<unknown>>
}

/** Every act of an operator, by the command's name. Amounts are in fkr. */
export const commands: Readonly<Record<string, Command>> = {
  waiting: {
    words: [],
    says: 'what waits for a person: withdrawals and deposits in review, open cases, unmatched transfers',
    needsReason: false,
    run: async (deps) => ({ ok: true, value: await listWaiting(deps) }),
  },
  acts: {
    words: [],
    says: 'the last hundred acts: who, what, why',
    needsReason: false,
    run: async ({ database }) => ({
      ok: true,
      value: await database.rows(sql`
        select at, operator, login, act, about, reason, before, after from operator.acts
        order by at desc, act_id desc limit 100`),
    }),
  },
  'find-player': {
    words: ['id | phone | e-mail | invite code | transaction id | wallet | chain hash'],
    says: "a player's account, wallets, open rounds, deposits and withdrawals, cases",
    run: (deps, warrant, { words: [text = ''] }) => findPlayer(deps, warrant, text),
  },
  'end-sessions': {
    words: ['id'],
    says: "end all of a player's sessions: each browser has to log in again",
    run: (deps, warrant, { words: [id] }) =>
      act(deps, warrant, sql`select operator.end_sessions($1, $2, $3) as refusal`, [
        wholeOf('id', id),
      ]),
  },
  release: {
    words: ['transaction id'],
    says: 'approve a withdrawal that waits; a deposit in review is judged again',
    run: (deps, warrant, { words: [text] }) => {
      const { player, id } = transactionOf(text)
      return act(deps, warrant, sql`select operator.release($1, $2, $3, $4) as refusal`, [
        player,
        id,
      ])
    },
  },
  refuse: {
    words: ['transaction id'],
    says: 'refuse a withdrawal that waits: it is given back in full; a deposit in review fails',
    run: (deps, warrant, { words: [text] }) => {
      const { player, id } = transactionOf(text)
      return act(deps, warrant, sql`select operator.refuse($1, $2, $3, $4) as refusal`, [
        player,
        id,
      ])
    },
  },
  'explain-transfer': {
    words: ['chain hash'],
    says: 'the reason says what an unmatched transfer was; its alarm ends',
    run: (deps, warrant, { words: [hash = ''] }) =>
      act(deps, warrant, sql`select operator.explain_transfer($1, $2, $3) as refusal`, [hash]),
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
    words: ['game', 'on | off'],
    says: 'a game that is off takes no bets; open rounds go on',
    run: (deps, warrant, { words: [game, to] }) =>
      act(deps, warrant, sql`select operator.switch_game($1, $2, $3::smallint, $4) as refusal`, [
        wholeOf('game', game),
        isOn(to),
      ]),
  },
  'change-game': {
    words: ['game'],
    options: ['minimum', 'maximum', 'step', 'pace-ms', 'rounds-a-day', 'win-percentage', 'rules'],
    says: "a game's limits and rules; --rounds-a-day takes none, --rules a JSON file",
    run: (deps, warrant, { words: [game], options }) =>
      changeGame(deps, warrant, {
        game: wholeOf('game', game),
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
  'change-review-limit': {
    words: ['fkr'],
    says: 'a withdrawal of more than this waits for an operator',
    run: async (deps, warrant, { words: [text] }) => {
      const above = money('The limit', text)
      if (above <= 0n) return refused('The limit must be more than 0.')
      return act(deps, warrant, sql`select operator.change_review_limit($1, $2, $3) as refusal`, [
        above,
      ])
    },
  },
  'change-rewards': {
    words: [],
    options: ['friend', 'levels', 'deposits', 'staked', 'budget'],
    says: "the referral programme's terms from now on; --levels takes amounts with commas",
    run: (deps, warrant, { options }) =>
      changeRewards(deps, warrant, {
        friend: moneyOf(options, 'friend'),
        levels: options.levels?.split(',').map((level) => money('--levels', level)),
        deposits: moneyOf(options, 'deposits'),
        staked: moneyOf(options, 'staked'),
        budget: moneyOf(options, 'budget'),
      }),
  },
}

function transactionOf(text = '') {
  const ref = parseTransactionId(text)
  if (!ref) throw new Misuse(`${text} is not a transaction id.`)
  return ref
}

function wholeOf(what: string, text = ''): number {
  if (!/^\d{1,9}$/.test(text))
    throw new Misuse(`The ${what} must be a whole number, but is "${text}".`)
  return Number(text)
}

const maybeWhole = (options: Typed['options'], name: string): number | undefined =>
  options[name] === undefined ? undefined : wholeOf(name, options[name])

function money(what: string, text: string | undefined): Money {
  const read = moneyFromWire(text)
  if (read === null) throw new Misuse(`${what} must be an amount in fkr, but is "${text}".`)
  return read
}

const moneyOf = (options: Typed['options'], name: string): Money | undefined =>
  options[name] === undefined ? undefined : money(`--${name}`, options[name])

function isOn(text: string | undefined): boolean {
  if (text !== 'on' && text !== 'off') throw new Misuse(`A game is put on or off, not "${text}".`)
  return text === 'on'
}

function rulesOf(options: Typed['options']): object | undefined {
  const kind = maybeWhole(options, 'win-percentage')
  if (options.rules === undefined) return kind === undefined ? undefined : { winPercentage: kind }
  try {
    const rules: unknown = JSON.parse(readFileSync(options.rules, 'utf8'))
    if (typeof rules === 'object' && rules)
      return { ...rules, ...(kind !== undefined && { winPercentage: kind }) }
  } catch {
    // Reported below, like a file that holds something else.
  }
  throw new Misuse(`${options.rules} is not a file of JSON rules.`)
}
