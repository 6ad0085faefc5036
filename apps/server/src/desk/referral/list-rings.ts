import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { z } from 'zod'
import { money, time } from '../../ledger/json-values.ts'
import { pageOf } from '../../platform/database/cursor.ts'
import { one, sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`
  select *, (found_at at time zone 'UTC')::text || '+00' as place
  from desk.list_rings($1::timestamptz, $2, $3)`

interface RingRow {
  readonly player: number
  readonly name: string | null
  readonly found_at: Date
  readonly place: string
  readonly friends: bigint
  readonly frozen: bigint
  readonly refused: bigint
  readonly shares: readonly string[]
  readonly locked: bigint
  readonly unlocked: bigint
}

/** Referrers whose friends share something with them or with each other, the newest first. */
export async function listRings(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listRings'>,
): Promise<DeskResult<'listRings'>> {
  const before = partsOfCursor(cursor, ['time', 'number'], ['infinity', 0])
  if (!before) return refuse('malformed')
  const rows = await database.rows<RingRow>(page, [...before, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => cursorOfParts([last.place, last.player]))
  return done<'listRings'>({
    rings: shown.map(({ player, name, found_at, shares, ...row }) => ({
      player,
      name,
      foundAt: found_at,
      friends: Number(row.friends),
      frozen: Number(row.frozen),
      refused: Number(row.refused),
      shares,
      locked: hundredths(row.locked),
      unlocked: hundredths(row.unlocked),
    })),
    next,
  })
}

/** What `desk.read_ring` answers. */
const ring = z.object({
  members: z.array(
    z.object({
      player: z.int(),
      name: z.string(),
      is_friend: z.boolean(),
      shares: z.array(z.string()),
      decision: z.string().nullable(),
      locked: money,
      unlocked: money,
      signed_in_at: time.nullable(),
      deposited: money,
      staked: money,
      wallets: money,
      frozen: z.boolean(),
      by_house: z.boolean(),
      closed: z.boolean(),
    }),
  ),
  sums: z.object({
    friends: z.int(),
    deposited: money,
    staked: money,
    locked: money,
    unlocked: money,
    wallets: money,
  }),
  ties: z.array(z.object({ how: z.string(), what: z.string(), players: z.array(z.int()) })),
})

const read = sql`select desk.read_ring($1) as ring`

/** A ring by its referrer: who belongs to it, and what which of them share. */
export async function readRing(
  { database }: DeskReadDeps,
  { player }: DeskInput<'readRing'>,
): Promise<DeskResult<'readRing'>> {
  const row = await one(database.rows<{ ring: unknown }>(read, [player]))
  if (row.ring === null) return refuse('unknownPlayer')
  const { members, sums, ties } = ring.parse(row.ring)
  return done<'readRing'>({
    members: members.map(({ is_friend, signed_in_at, by_house, ...member }) => ({
      ...member,
      isFriend: is_friend,
      signedInAt: signed_in_at,
      byHouse: by_house,
    })),
    sums,
    ties,
  })
}
