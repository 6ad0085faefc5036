import { type Database, one, sql } from '../platform/database/database.ts'
import { refuse } from '../platform/http/answer.ts'
import type { KeptReplies } from '../platform/http/kept-replies.ts'

const look = sql`select ledger.earlier_answer($1, $2, $3) as earlier`
const keep = sql`select ledger.keep_reply($1, $2, $3, $4)`

type Earlier = { refusal: 'keyReused' } | { answer: { reply: string }; refusal?: never } | null

/** Keeps replies beside the decisions on money: a player's key is for one request of either. */
export const keepReplies = (database: Database): KeptReplies => ({
  async find(player, { key, inputHash }) {
    const row = one(database.rows<{ earlier: Earlier }>(look, [player, key, inputHash]))
    const { earlier } = await row
    if (earlier === null) return null
    return earlier.refusal === undefined ? earlier.answer : refuse(earlier.refusal)
  },
  async keep(player, { key, inputHash }, reply) {
    await database.rows(keep, [player, key, inputHash, reply])
  },
})
