import type { Limit, Limits } from '@pipkin/contract'
import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { playSession, type SessionRow } from '../ledger/play-session.ts'
import { one, sql } from '../platform/database/database.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

/** Whole 1/100 fkr, as PostgreSQL writes them in JSON. */
type Hundredths = number

/** What `ledger.read_limits` answers. */
interface LimitsRow {
  readonly limits: readonly {
    readonly kind: Limit['kind']
    readonly period: Limit['period']
    readonly amount: Hundredths
    readonly used: Hundredths
    readonly used_elsewhere: Hundredths
    readonly left: Hundredths
    readonly resets_at: string | null
    readonly is_warned: boolean
    readonly pending: { readonly amount: Hundredths | null; readonly from: string } | null
  }[]
  readonly reminder_minutes: number | null
  readonly break: { readonly kind: 'timeout' | 'exclusion'; readonly until: string } | null
  readonly session: SessionRow
  readonly birth_date: string | null
  readonly is_young: boolean
  readonly no_deposit_limit: boolean
}

const statement = sql`select ledger.read_limits($1) as row`

/** The player's limits with what is used of them, the break, the reminder and the session. */
export async function readLimits(
  { database, config }: SaferPlayDeps,
  player: PlayerId,
): Promise<Limits> {
  const { row } = await one(database.rows<{ row: LimitsRow }>(statement, [player]))
  return {
    profile: config.profile.name,
    offers: offersOf(config, row.is_young),
    limits: row.limits.map(
      ({ kind, period, amount, used, used_elsewhere, left, resets_at, is_warned, pending }) => ({
        kind,
        period,
        amount: hundredths(amount),
        used: hundredths(used),
        ...(used_elsewhere > 0 && { usedElsewhere: hundredths(used_elsewhere) }),
        left: hundredths(left),
        resetsAt: resets_at === null ? null : new Date(resets_at),
        warned: is_warned,
        pending: pending && {
          amount: pending.amount === null ? null : hundredths(pending.amount),
          from: new Date(pending.from),
          confirmed: false,
        },
      }),
    ),
    reminderMinutes: row.reminder_minutes,
    break: row.break && { kind: row.break.kind, until: new Date(row.break.until) },
    session: playSession(row.session),
    birthDate: row.birth_date,
    declinesDepositLimit: row.no_deposit_limit,
  }
}

/** What the profile offers a player and asks of them. */
function offersOf({ profile, help }: SaferPlayDeps['config'], isYoung: boolean): Limits['offers'] {
  const { ask, periods, most, mostYoung, isNet } = profile.depositLimit
  return {
    coolingHours: profile.cooling.raiseHours,
    endHours: profile.cooling.endHours,
    afterPeriod: profile.cooling.afterPeriod,
    breaks: profile.breaks,
    depositLimit: { ask, periods, most: (isYoung ? mostYoung : null) ?? most, isNet },
    realityCheck: profile.realityCheck,
    demo: profile.demo,
    sends: profile.sends,
    logsOutAtLimit: profile.logsOutAtLimit,
    idleMinutes: profile.asksWhenIdleMinutes,
    topPrizeOdds: profile.topPrizeOdds,
    asksBirthDate: profile.asksBirthDate,
    help,
  }
}
