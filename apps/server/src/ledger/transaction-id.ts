/**
 * A transaction id: the player and the UUID of a round, movement or operation, which together are
 * its key in the database.
 */
export interface TransactionRef {
  readonly player: number
  readonly id: string
}

/** The bytes of one id at a time: a page has forty ids. */
const bytes = Buffer.alloc(20)

export function transactionIdOf(player: number, id: string): string {
  bytes.writeUInt32BE(player)
  if (bytes.write(id.replaceAll('-', ''), 4, 'hex') !== 16) throw new TypeError(`no UUID: ${id}`)
  return bytes.toString('base64url')
}

/** Null for a text that no transaction can have. */
export function parseTransactionId(text: string): TransactionRef | null {
  if (!/^[A-Za-z0-9_-]{27}$/.test(text)) return null
  const read = Buffer.from(text, 'base64url')
  // Refuses all spellings but the canonical one.
  if (read.toString('base64url') !== text) return null
  const player = read.readUInt32BE()
  // A player's id has eight digits; a longer number may not fit PostgreSQL's integer.
  if (player > 99_999_999) return null
  return { player, id: uuidOf(read.toString('hex', 4)) }
}

/** The UUID of 32 hex digits. */
export const uuidOf = (hex: string): string =>
  [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([from, to]) => hex.slice(from, to)).join('-')
