import type { DeskInput } from '@pipkin/contract/desk/rules'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { aboutText, changesOf } from '../operator/act-words.ts'
import { pageOf } from '../platform/database/cursor.ts'
import { sql } from '../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from './desk-deps.ts'

const page = sql`
  with operators as materialized (select id, name from desk.list_operators()),
  shown as (
    select * from operator.acts
    where n < $1 and ($3::text is null or about = $3 or about like $4 || ' %')
      and ($5::text is null or operator = $5 or operator_id = any ($6::int[])
        or approved_by = any ($6))
      and ($7::text is null or act = $7)
      and ($8::date is null or at >= $8::date::timestamp at time zone 'UTC')
      and ($9::date is null or at < ($9::date + 1)::timestamp at time zone 'UTC')
    order by n desc limit $2 + 1)
  select a.n, a.at, coalesce(did.name, a.operator) as operator, a.act, a.about, a.reason,
         approved.name as approver, a.approval, a.before, a.after, encode(a.hash, 'hex') as hash
  from shown a left join operators did on did.id = a.operator_id
  left join operators approved on approved.id = a.approved_by
  order by a.n desc`
const idsOf = sql`select id from desk.list_operators() where name = $1`

interface ActRow {
  readonly n: bigint
  readonly at: Date
  readonly operator: string
  readonly act: string
  readonly about: string
  readonly reason: string
  readonly approver: string | null
  readonly approval: string | null
  readonly before: unknown
  readonly after: unknown
  readonly hash: string
}

/** A text that `like` takes as it is. */
const pattern = (text: string | undefined): string | null =>
  text === undefined ? null : text.replace(/[\\%_]/g, '\\$&')

const beyondAll = 9_000_000_000_000n

/**
 * Acts of commands and of the back office, newest first. Who did and who approved one in the back
 * office come from their log-ins: a command's name is only typed.
 */
export async function listActs(
  { database }: DeskReadDeps,
  { cursor, limit, about, who, act, from, to }: DeskInput<'listActs'>,
): Promise<DeskResult<'listActs'>> {
  if (cursor !== undefined && !/^\d{1,12}$/.test(cursor)) return refuse('malformed')
  const before = cursor === undefined ? beyondAll : BigInt(cursor)
  const payout = about === undefined ? null : parseTransactionId(about)
  const kept = payout ? `${payout.player} ${payout.id}` : about
  const named = who === undefined ? [] : await database.rows<{ id: number }>(idsOf, [who])
  const rows = await database.rows<ActRow>(page, [
    before,
    limit,
    kept,
    pattern(kept),
    who,
    named.map(({ id }) => id),
    act,
    from,
    to,
  ])
  const { shown, next } = pageOf(rows, limit, (last) => String(last.n))
  return done<'listActs'>({
    acts: shown.map(({ before, after, ...row }) => ({
      ...row,
      n: Number(row.n),
      about: aboutText(row.about),
      changes: changesOf(row.act, before, after),
    })),
    next,
  })
}
