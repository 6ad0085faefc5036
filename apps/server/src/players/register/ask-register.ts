import { type Money, moneyFromWire, zero } from '@pipkin/money'
import { z } from 'zod'
import type { ApiConfig } from '../../config.ts'
import { type Database, maybeOne, sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'

interface RegisterDeps {
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
 * Asks the register of excluded players for one of ours (docs/operations.md), and begins an
 * exclusion where the register names one. Answers what the player has deposited with other
 * operators this month; null where the register is silent, or says what can't be. Nothing of the
 * database is held while it is asked.
 */
export async function askRegister(
  { database, config, log }: RegisterDeps,
  player: number,
): Promise<Money | null> {
  if (config.registerUrl === null) return zero
  const asked = await maybeOne(database.rows<object>(person, [player]))
  if (!asked) return zero
  const said = await post(config.registerUrl, JSON.stringify(asked))
  if (typeof said === 'string') {
    // What a library throws may name the address, and with it its key.
    log.warn({ player, why: said }, 'the register of excluded players is silent')
    return null
  }
  if (said.excluded) await database.rows(exclude, [player, said.until])
  return said.depositedElsewhere
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
      const money = moneyFromWire(value)
      if (money !== null && money >= zero) return money
      context.addIssue('no amount')
      return z.NEVER
    }),
})

const patienceMs = 2_000
const mostBytes = 10_000

/** What the register says, or why it is silent. */
async function post(url: string, body: string): Promise<z.output<typeof answer> | string> {
  const patience = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: patience,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return `it answered ${response.status}`
    }
    const text = await readShort(response)
    const read = text === null ? null : answer.safeParse(JSON.parse(text))
    return read?.success ? read.data : 'it answered something else'
  } catch (error) {
    if (patience.aborted) return `it took more than ${patienceMs} ms`
    return error instanceof SyntaxError ? 'it answered something else' : 'it was not reached'
  }
}

/** The text of an answer; null where it is too long. */
async function readShort(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
