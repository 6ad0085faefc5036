import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { hundredths, moneyText } from '@pipkin/money'
import type { TimeZones } from '../activity/time-zones.ts'
import { ledgerRules } from '../ledger/ledger-rules.ts'
import { one, sql } from '../platform/database/database.ts'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

type Answer = { refusal: 'limitTooHigh'; n: number } | { refusal?: never }

const statement = sql`select ledger.set_limit($1, $2, $3, $4, $5, $6) as answer`

/**
 * Sets a limit, unless the profile's highest is lower. A first or a lower one counts at once; a
 * raise and the end of a limit wait for the profile's cooling time, and for `confirmLimit`. An
 * unknown time zone is the server's own. So is that of a month for which the law has a highest
 * limit: a player who ends a limit and sets it in another zone could use the highest one twice.
 */
export async function setLimit(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  zones: TimeZones,
  player: PlayerId,
  { kind, period, amount, timeZone }: InputOf<'setLimit'>,
): Promise<Refusal<'invalidAmount' | 'limitTooHigh'> | null> {
  if (amount !== null && amount < 0n) return refuse('invalidAmount')
  const { most, mostYoung } = config.profile.depositLimit
  const isLaws = kind === 'deposit' && period === 'month' && (most ?? mostYoung) !== null
  const zone = (isLaws ? null : await zones.find(timeZone)) ?? config.timeZone
  const { answer } = await one(
    database.rows<{ answer: Answer }>(statement, [
      player,
      kind,
      period ?? 'round',
      amount,
      zone,
      JSON.stringify(ledgerRules(config.profile)),
    ]),
  )
  return answer.refusal === undefined
    ? null
    : refuse(answer.refusal, { parts: { n: moneyText(hundredths(answer.n)) } })
}
