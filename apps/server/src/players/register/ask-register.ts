import { type Money, parseMoney, zero } from '@pipkin/money'
import { z } from 'zod'
import type { ApiConfig } from '../../config.ts'
import { type Database, maybeOne, sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import { postToRegister, unreadableAnswer } from './post-to-register.ts'

export interface RegisterDeps {
  readonly database: Database
  readonly config: Pick<ApiConfig, 'registerUrl'>
  readonly log: Pick<Log, 'warn'>
}

const person = sql`
  select name, birth_date::text as "birthDate", mobile
  from players.accounts where player_id = $1 and closed_at is null`

// A day of the register begins at midnight in UTC.
const exclude = sql`select ledger.exclude($1, ($2 || 'T00:00Z')::timestamptz)`

/**
 * Asks the register of excluded players for one of ours (docs/operations.md), outside any database
 * transaction, and begins an exclusion where the register names one. Answers what the player has
 * deposited with other operators this month; null where the register is silent, or says what can't
 * be.
 */
export async function askRegister(deps: RegisterDeps, player: number): Promise<Money | null> {
  const said = await askAbout(deps, player)
  return said === null ? null : said.depositedElsewhere
}

/** What it says of a player, and of the play that is to begin. */
export type RegisterAnswer = z.output<typeof answer>

/** The same, with all that it says. `play`: the id of a play that is to begin. */
export async function askAbout(
  { database, config, log }: RegisterDeps,
  player: number,
  play?: string,
): Promise<RegisterAnswer | null> {
  if (config.registerUrl === null) return nothingKnown
  const asked = await maybeOne(database.rows<object>(person, [player]))
  if (!asked) return nothingKnown
  const about = play === undefined ? asked : { ...asked, play: { id: play, act: 'begin' } }
  const answered = await postToRegister(config.registerUrl, about)
  const read = typeof answered === 'string' ? null : answer.safeParse(answered.said)
  if (!read?.success) {
    const why = typeof answered === 'string' ? answered : unreadableAnswer
    // What a library throws may name the address, and with it its key.
    log.warn({ player, why }, 'the register of excluded players is silent')
    return null
  }
  if (read.data.excluded) await database.rows(exclude, [player, read.data.until])
  return read.data
}

const answer = z.object({
  excluded: z.boolean(),
  /** The first day without it, in UTC. An exclusion counts without it, too. */
  until: z.iso.date().nullable().catch(null).default(null),
  /** In fkr. */
  depositedElsewhere: z
    .number()
    .default(0)
    .transform((value, context): Money => {
      const money = parseMoney(value)
      if (money !== null && money >= zero) return money
      context.addIssue('no amount')
      return z.NEVER
    }),
  /** Needed where a play is to begin. */
  playsElsewhere: z.boolean().optional(),
})

const nothingKnown: RegisterAnswer = {
  excluded: false,
  until: null,
  depositedElsewhere: zero,
  playsElsewhere: false,
}
