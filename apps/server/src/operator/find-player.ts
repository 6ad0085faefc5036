import { z } from 'zod'
import { money } from '../ledger/json-values.ts'
import { parseTransactionId, transactionIdOf } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'
import { type OperatorDeps, type Outcome, refused, type Warrant, whyNoWarrant } from './warrant.ts'

/** What `operator.find_player` answers. */
const record = z.object({
  player: z.object({
    player_id: z.int(),
    name: z.string(),
    mobile: z.string(),
    email: z.string(),
    invite_code: z.string(),
    referrer_id: z.int().nullable(),
    created_at: z.string(),
    first_signed_in_at: z.string().nullable(),
    has_app: z.boolean(),
    passkeys: z.int(),
    frozen_from: z.string().nullable(),
    frozen_by_house: z.boolean(),
    closed_at: z.string().nullable(),
  }),
  wallets: z.record(z.string(), money).nullable(),
  ways_out: z
    .object({
      held_until: z.string().nullable(),
      held_after: z.enum(['reset', 'email', 'factor']).nullable(),
    })
    .nullable(),
  addresses: z.array(z.string()),
  address_times: z.array(z.looseObject({ address: z.string() })),
  rewards_by_this_player: z.array(z.looseObject({ player: z.int(), amount: money })),
  friends_who_share: z.array(z.looseObject({ player: z.int() })),
  open_rounds: z.array(z.looseObject({ round_id: z.string(), stake: money })),
  operations: z.array(z.looseObject({ operation_id: z.string(), amount: money })),
  cases: z.array(z.looseObject({ case_id: z.int(), amount: money.nullable() })),
})

export type FoundPlayer = z.infer<typeof record>

/** The form of each text that identifies a player, besides a transaction id. */
const forms = [
  ['id', /^\d{8}$/],
  ['phone', /^\d{10}$/],
  ['email', /^[^@\s]+@[^@\s]+$/],
  ['code', /^[A-HJ-NP-Z2-9]{8}$/i],
  ['wallet', /^0x[0-9a-f]{40}$/i],
  ['hash', /^0x[0-9a-f]{64}$/i],
] as const

interface SearchKey {
  readonly how: 'transaction' | (typeof forms)[number][0]
  readonly value: string
  /** The player whom an id or a transaction id names. */
  readonly player: number | null
}

/** What a text identifies a player by, judged by its form; null for other forms. */
export function searchKeyOf(text: string): SearchKey | null {
  const ref = parseTransactionId(text)
  if (ref) return { how: 'transaction', value: text, player: ref.player }
  const [how] = forms.find(([, form]) => form.test(text)) ?? []
  return how ? { how, value: text, player: how === 'id' ? Number(text) : null } : null
}

/**
 * Finds a player by id, phone number, e-mail, invite code, transaction id, linked wallet, or the
 * hash of a chain transaction of an operation or a case. Each search is recorded. Eight digits that
 * are both an id and a code are an id.
 */
export async function findPlayer(
  { database }: OperatorDeps,
  { by, reason }: Warrant,
  text: string,
): Promise<Outcome<FoundPlayer>> {
  const why = whyNoWarrant({ by, reason })
  if (why) return refused(why)
  const key = searchKeyOf(text)
  if (!key)
    return refused(
      'That is not an id, phone number, e-mail, invite code, transaction id, wallet or hash.',
    )
  const { found } = await one(
    database.rows<{ found: unknown }>(
      sql`select operator.find_player($1, $2, $3, $4, $5) as found`,
      [by, reason, key.how, key.value, key.player],
    ),
  )
  if (found === null) return refused('There is no such player.')
  const player = record.parse(found)
  const transactionId = (id: string) => transactionIdOf(player.player.player_id, id)
  return {
    ok: true,
    value: {
      ...player,
      open_rounds: player.open_rounds.map((row) => ({
        transaction_id: transactionId(row.round_id),
        ...row,
      })),
      operations: player.operations.map((row) => ({
        transaction_id: transactionId(row.operation_id),
        ...row,
      })),
    },
  }
}
