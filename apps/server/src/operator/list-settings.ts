import { canonicalJson, gameOf } from '@pipkin/games'
import { percentText } from '@pipkin/games/percent-text'
import { returnsOf, toNumber } from '@pipkin/games/returns'
import { hundredths, moneyText } from '@pipkin/money'
import { type Environment, knownSettings } from '../config.ts'
import { sql } from '../platform/database/database.ts'
import { keptRules, type TermsRow } from './game-terms.ts'
import { returnCeiling, returnFloor } from './judge-change.ts'
import type { OperatorDeps } from './warrant.ts'

/** A setting as an operator looks it up. */
export interface ShownSetting {
  readonly setting: string
  readonly value: string
  /** '–' where there is none. */
  readonly default: string
  readonly means: string
  /** Where it is changed. */
  readonly change: string
}

/** What a column of a table of settings means, how it reads, and where it is changed. */
interface Described {
  /** `plain`: it reads as it is kept. */
  readonly unit: 'fkr' | 'wei' | 'share' | 'plain'
  readonly means: string
  readonly by: string
}

const money = (means: string, by: string): Described => ({ unit: 'fkr', means, by })
/** Where two people change them. */
const terms = 'the back office: Referral, Terms'
const fees = 'the back office: Fees and limits'
const payouts = 'the back office: Payouts'
const gameScreen = 'the back office: Games'

/** Each column of the tables of settings, by its name. */
const described: Readonly<Record<string, Described>> = {
  daily_loss: money(
    'the most that the house loses in a day (UTC) in games that best play wins; then every round there is hard',
    gameScreen,
  ),
  zone: {
    unit: 'plain',
    means: 'the time zone of a limit that staff set first, and of the nights of who has no limit',
    by: 'APP_TIMEZONE, at the start of an API',
  },
  review_above: money('a larger withdrawal waits for an operator', fees),
  friend_reward: money('Bonus of a friend at the first sign-in', terms),
  level_rewards: money('what a friend earns the first, second, … referrer above', terms),
  unlock_deposits: money('what a friend must deposit in all before rewards unlock', terms),
  unlock_staked: money('what a friend must stake in all before rewards unlock', terms),
  daily_budget: money('the most that rewards give in a day (UTC)', terms),
  referrer_day: money('what friends earn a referrer in a day beyond this waits', terms),
  referrer_total: money('what friends earn a referrer in all beyond this waits', terms),
  review_after_days: {
    unit: 'plain',
    means: 'days after which a reward that is still locked is shown to an operator',
    by: terms,
  },
  player_hour: money('withdrawals of a player above this in an hour wait for an operator', fees),
  player_day: money('the same in a day', fees),
  house_hour: money('withdrawals of all players above this in an hour wait for an operator', fees),
  house_day: money('the same in a day', fees),
  smallest_deposit: money('the smallest deposit', fees),
  smallest_withdrawal: money('the smallest withdrawal', fees),
  coin_price: money("what the chain's coin is worth, for what gas costs", fees),
  second_above: money('a larger payout needs a second person; – means above review_above', payouts),
  second_day: money('the same for all payouts that are released in 24 hours', payouts),
  payouts_paused: {
    unit: 'plain',
    means: 'true: no withdrawal is signed',
    by: 'pause-payouts, resume-payouts',
  },
  deposits_paused: {
    unit: 'plain',
    means: 'true: no deposit is taken or credited',
    by: 'pause-deposits, resume-deposits',
  },
  send_fee: { unit: 'share', means: 'what a send costs, rounded up', by: fees },
  withdrawal_fee: { unit: 'share', means: 'what a withdrawal costs, rounded up', by: fees },
  hint_from: money('where the range begins that the deposit form shows', fees),
  hint_to: money('where it ends; neither is enforced', fees),
  most_gas_price: {
    unit: 'wei',
    means: 'the most that the house pays for a unit of gas',
    by: fees,
  },
}

/** Whether a column of a table of settings holds an amount, in 1/100 fkr. */
export const isMoneySetting = (name: string): boolean =>
  Object.hasOwn(described, name) && described[name]?.unit === 'fkr'

/** Whether a column holds a share, in 1/100 %. */
export const isShareSetting = (name: string): boolean =>
  Object.hasOwn(described, name) && described[name]?.unit === 'share'

const columns = sql`
  select table_schema as schema, table_name as table, column_name as name,
         column_default as default
  from information_schema.columns
  where table_name = 'settings' and table_schema in ('ledger', 'cashier', 'referral')
    and column_name not in ('singleton', 'version')
  order by table_schema desc, ordinal_position`
const values = sql`
  select to_jsonb(l) || to_jsonb(c) || to_jsonb(r) as values
  from ledger.settings l, cashier.settings c, referral.settings r`
const games = sql`
  select g.game, g.name, g.is_live, g.step, g.minimum, g.maximum, g.min_round_ms, g.rounds_a_day,
         b.rules
  from ledger.games g join ledger.rulebooks b using (rules_hash) order by g.position`

interface GameRow extends TermsRow {
  readonly game: number
  readonly name: string
  readonly is_live: boolean
}

/**
 * Every setting: those of the house, those of each game, the limits of the code, and those of the
 * environment, as far as this process has them; no secret's value.
 */
export async function listSettings(
  { database }: OperatorDeps,
  env: Environment,
): Promise<readonly ShownSetting[]> {
  const [row] = await database.rows<{ values: Record<string, unknown> }>(values)
  const kept = await database.rows<{ name: string; default: string | null }>(columns)
  return [
    ...kept.map(({ name, default: first }) => ({
      setting: name,
      value: read(name, row?.values[name]),
      default: read(name, defaultOf(first)),
      means: described[name]?.means ?? 'not described',
      change: described[name]?.by ?? 'nowhere',
    })),
    ...(await database.rows<GameRow>(games)).flatMap(settingsOfGame),
    ...limitsOfCode,
    ...[...knownSettings].map(([name, known]) => ({
      setting: name,
      value: env[name] ? (known.isSecret ? 'set here; a secret' : env[name]) : 'not set here',
      default: known.default ?? '–',
      means: known.means,
      change: 'the environment of the processes, at their start',
    })),
  ]
}

/** A value of a column, in fkr where it is an amount. */
function read(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.map((one) => read(name, one)).join(', ')
  if (isShareSetting(name)) return `${Number(value) / 100} %`
  if (!isMoneySetting(name)) return `${value}${described[name]?.unit === 'wei' ? ' wei' : ''}`
  return `${moneyText(hundredths(BigInt(String(value))))} fkr`
}

/**
 * The value of a column's default as PostgreSQL writes it: `50000`, `'{10000}'::bigint[]`,
 * `'UTC'::text`.
 */
function defaultOf(written: string | null): unknown {
  const list = written === null ? null : /\{([\d,]*)\}/.exec(written)
  if (list) return (list[1] ?? '').split(',').filter(Boolean)
  return written === null
    ? null
    : (/\d+/.exec(written)?.[0] ?? /^'(.*)'::text$/.exec(written)?.[1] ?? written)
}

function settingsOfGame(row: GameRow): ShownSetting[] {
  const rules = keptRules(row.rules)
  const offer = gameOf(rules).offer
  const one = (setting: string, value: unknown, first: unknown, means: string): ShownSetting => ({
    setting: `${row.name}: ${setting}`,
    value: String(value),
    default: String(first),
    means,
    change: gameScreen,
  })
  const fkr = (amount: bigint) => `${moneyText(hundredths(amount))} fkr`
  const { best } = returnsOf(rules)
  return [
    {
      setting: `${row.name}: on or off`,
      value: row.is_live ? 'on' : 'off',
      default: 'on',
      means: 'whether it takes bets',
      change: `off: switch-game ${row.game}; on: ${gameScreen}`,
    },
    one('minimum', fkr(row.minimum), fkr(offer.minimum), 'the smallest stake'),
    one('maximum', fkr(row.maximum), fkr(offer.maximum), 'the largest stake'),
    one('step', fkr(row.step), fkr(offer.step), 'stakes go up from the smallest by it'),
    one(
      'pace',
      `${row.min_round_ms} ms`,
      `${offer.minRoundMs} ms`,
      'the least time between two bets of a player',
    ),
    one(
      'rounds a day',
      row.rounds_a_day ?? 'any number',
      offer.roundsADay ?? 'any number',
      'how many rounds a person may play in 24 hours',
    ),
    one(
      'rules',
      canonicalJson(rules),
      canonicalJson(offer.rules),
      `best play returns ${best.n}/${best.d} of the stake, ${percentText(toNumber(best))} %`,
    ),
  ]
}

const percentOf = (share: typeof returnFloor) => `${percentText(toNumber(share))} %`

const limitsOfCode: readonly ShownSetting[] = [
  ['floor of a return', percentOf(returnFloor), 'a lower return of best play is said twice'],
  ['ceiling of a return', percentOf(returnCeiling), 'a higher return of best play is said twice'],
].map(([setting = '', value = '', means = '']) => ({
  setting,
  value,
  default: value,
  means,
  change: 'the code: apps/server/src/operator/judge-change.ts',
}))
