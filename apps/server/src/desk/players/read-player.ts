import type { DeskInput } from '@pipkin/contract/desk/rules'
import { z } from 'zod'
import { money, time } from '../../ledger/json-values.ts'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { one, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

/** What `desk.read_player` answers. */
const sheet = z.object({
  player: z.object({
    player_id: z.int(),
    name: z.string(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
    invite_code: z.string(),
    referrer_id: z.int().nullable(),
    created_at: time,
    has_app: z.boolean(),
    passkeys: z.int(),
    frozen_from: time.nullable(),
    frozen_by_house: z.boolean(),
    closed_at: time.nullable(),
  }),
  wallets: z.object({
    deposit: money,
    bonus: money,
    win: money,
    referral: money,
    own_money: money,
    contributed: money,
  }),
  ways_out: z.object({ held_until: time.nullable() }).nullable(),
  address_times: z.array(
    z.object({
      address: z.string(),
      linked_at: time,
      unlinked_at: time.nullable(),
      doubted_at: time.nullable(),
    }),
  ),
  other_accounts: z.array(z.int()),
  sessions: z.array(
    z.object({ device: z.string(), network: z.string(), created_at: time, last_seen_at: time }),
  ),
  operations: z.array(
    z.object({
      operation_id: z.string(),
      kind: z.string(),
      state: z.string(),
      amount: money,
      reason: z.string().nullable(),
      at: time,
    }),
  ),
  friends: z.array(
    z.object({
      player: z.int(),
      name: z.string(),
      signed_in_at: time.nullable(),
      shares: z.array(z.string()),
      decision: z.string().nullable(),
    }),
  ),
  movements: z.array(
    z.object({
      movement_id: z.string(),
      at: time,
      kind: z.string(),
      deposit: money,
      bonus: money,
      win: money,
      referral: money,
    }),
  ),
  cases: z.array(
    z.object({
      case_id: z.int(),
      event: z.string().nullable(),
      tx_hash: z.string().nullable(),
      amount: money.nullable(),
      at: time,
      state: z.string(),
    }),
  ),
  acts: z.array(
    z.object({
      n: z.int(),
      at: time,
      operator: z.string(),
      act: z.string(),
      reason: z.string(),
    }),
  ),
})

const read = sql`select desk.read_player($1) as sheet`

/** A player's page. Phone number and address come masked from the database. */
export async function readPlayer(
  { database }: DeskReadDeps,
  { player: id }: DeskInput<'readPlayer'>,
): Promise<DeskResult<'readPlayer'>> {
  const row = await one(database.rows<{ sheet: unknown }>(read, [id]))
  if (row.sheet === null) return refuse('unknownPlayer')
  const { player, wallets, ways_out, ...lists } = sheet.parse(row.sheet)
  return done<'readPlayer'>({
    player: player.player_id,
    name: player.name,
    mobile: player.mobile,
    email: player.email,
    inviteCode: player.invite_code,
    referrer: player.referrer_id,
    createdAt: player.created_at,
    hasApp: player.has_app,
    passkeys: player.passkeys,
    frozenFrom: player.frozen_from,
    frozenByHouse: player.frozen_by_house,
    closedAt: player.closed_at,
    heldUntil: ways_out?.held_until ?? null,
    otherAccounts: lists.other_accounts,
    wallets: { ...wallets, ownMoney: wallets.own_money },
    addresses: lists.address_times.map((row) => ({
      address: row.address,
      linkedAt: row.linked_at,
      unlinkedAt: row.unlinked_at,
      doubtedAt: row.doubted_at,
    })),
    sessions: lists.sessions.map(({ created_at, last_seen_at, ...row }) => ({
      ...row,
      createdAt: created_at,
      lastSeenAt: last_seen_at,
    })),
    operations: lists.operations.map(({ operation_id, ...row }) => ({
      ...row,
      transaction: transactionIdOf(id, operation_id),
    })),
    friends: lists.friends.map(({ signed_in_at, ...row }) => ({
      ...row,
      signedInAt: signed_in_at,
    })),
    movements: lists.movements.map(({ movement_id, ...row }) => ({ ...row, id: movement_id })),
    cases: lists.cases.map(({ case_id, tx_hash, ...row }) => ({
      ...row,
      case: case_id,
      hash: tx_hash,
    })),
    acts: lists.acts,
  })
}
