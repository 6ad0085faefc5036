import { createHash } from 'node:crypto'
import type pg from 'pg'

export const firstPlayer = 20_000_000

export interface BenchPlayer {
  readonly id: number
  /** The session's, in hex. */
  readonly token: string
}

/** The same token each time for the same player: a bench has no secrets. */
export const benchPlayer = (place: number): BenchPlayer => ({
  id: firstPlayer + place,
  token: createHash('sha256').update(`bench ${place}`).digest('hex'),
})

/** The seed of a player's epoch, as `makePlayers` made it. */
export const epochSeed = (player: number, epoch: number): Uint8Array =>
  createHash('sha256')
    .update(`seed ${epoch} ${player - firstPlayer}`)
    .digest()

/**
 * Makes players in bulk, each with wallets that were filled by a deposit, and a session: `count` of them from `firstPlayer` on.
 * Everything is as the server's own calls leave it, so that the audit has nothing to say.
 */
export async function makePlayers(owner: pg.Pool, count: number, deposit = 1_000_000): Promise<void> {
  await owner.query(
    `insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code)
     select $1::int + n, 'Meera Nair', (9000000000 + n)::text, 'p' || n || '@example.com', 'none',
            translate(lpad(n::text, 8, '0'), '01', 'XY')
     from generate_series(0, $2::int - 1) n`,
    [firstPlayer, count],
  )
  await owner.query(
    `insert into ledger.wallets (player_id, deposit, deposited)
     select $1::int + n, $3::bigint, $3::bigint from generate_series(0, $2::int - 1) n`,
    [firstPlayer, count, deposit],
  )
  await owner.query(
    `insert into ledger.epochs (player_id, epoch, seed)
     select $1::int + n, epoch, sha256(convert_to('seed ' || epoch || ' ' || n, 'UTF8'))
     from generate_series(0, $2::int - 1) n, generate_series(0, 1) epoch`,
    [firstPlayer, count],
  )
  await owner.query(
    `insert into ledger.movements (player_id, movement_id, kind, deposit, chain)
     select $1::int + n, gen_random_uuid(), 'deposit', $3::bigint, -$3::bigint from generate_series(0, $2::int - 1) n`,
    [firstPlayer, count, deposit],
  )
  // The session's token is sha256('bench n') in hex; the database keeps the hash of its bytes.
  await owner.query(
    `insert into players.sessions (token_hash, player_id)
     select sha256(sha256(convert_to('bench ' || n, 'UTF8'))), $1::int + n from generate_series(0, $2::int - 1) n`,
    [firstPlayer, count],
  )
  await owner.query('vacuum analyze')
}
