import { isTransactionHash } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { Limit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'

const find = sql`
  select case_id from support.cases where player_id = $1 and tx_hash = $2 and event = $3`

const correct = sql`
  update support.cases set amount = $2
  where case_id = $1 and amount <> $2 and closed_at is null`

const insert = sql`
  insert into support.cases (case_id, player_id, tx_hash, event, amount) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning case_id`

/**
 * Opens a case for a deposit or withdrawal that went astray; it never credits anything. The same
 * report again answers its case, and doesn't count in the limit; with another amount it corrects
 * that of a case that is open.
 */
export async function openCase(
  deps: { database: Database; surroundings: Pick<Surroundings, 'randomInt'>; casesOfPlayer: Limit },
  { player, chainHash, amount, event }: InputOf<'openCase'>,
): Promise<Result<'openCase'>> {
  if (!isTransactionHash(chainHash)) return refuse('invalidHash')
  if (amount <= 0n) return refuse('invalidAmount')
  const report = [player, chainHash.toLowerCase(), event]
  const known = await maybeOne(deps.database.rows<{ case_id: number }>(find, report))
  if (known) {
    await deps.database.rows(correct, [known.case_id, amount])
    return opened(known.case_id)
  }
  const retryAfterMs = await deps.casesOfPlayer.take(String(player))
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })

  for (let attempt = 0; attempt < 10; attempt += 1) {
    const number = deps.surroundings.randomInt(100_000, 1_000_000)
    const rows = await deps.database.rows<{ case_id: number }>(insert, [number, ...report, amount])
    // No row: the number was taken, or the same report came twice at once.
    const [row = await maybeOne(deps.database.rows<{ case_id: number }>(find, report))] = rows
    if (row) return opened(row.case_id)
  }
  throw new Error('ten random case numbers in a row were taken')
}

const opened = (number: number): Result<'openCase'> =>
  done<'openCase'>({ caseId: number }, 'successfully')
