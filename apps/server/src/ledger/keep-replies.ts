import { type Database, one, sql } from '../platform/database/database.ts'
import { refuse } from '../platform/http/answer.ts'
import type { KeptReplies } from '../platform/http/kept-replies.ts'

const claim = sql`select ledger.claim_key($1, $2, $3) as earlier`
const keep = sql`select ledger.keep_reply($1, $2, $3)`
const release = sql`select ledger.release_key($1, $2)`

type Earlier = { refusal: 'keyReused' | 'inProgress' } | { reply: object; refusal?: never } | null

/** Keeps replies beside the decisions on money: a player's key is for one request of either. */
export const keepReplies = (database: Database): KeptReplies => ({
  async claim(player, { key, inputHash }) {
    const row = one(database.rows<{ earlier: Earlier }>(claim, [player, key, inputHash]))
    const { earlier } = await row
    if (earlier === null) return null
    return earlier.refusal === undefined ? earlier : refuse(earlier.refusal)
  },
  async keep(player, { key }, reply) {
    await database.rows(keep, [player, key, JSON.stringify(reply)])
  },
  async release(player, { key }) {
    await database.rows(release, [player, key])
  },
})
