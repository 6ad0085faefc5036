import { createHash } from 'node:crypto'
import pg from 'pg'

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

/** 1/100 fkr. */
export const startDeposit = 1_000_000

interface Bulk {
  /** Place of the first: those before it are there already. */
  readonly from?: number
  /** Whether two of three players were brought by one who came before, and have signed in. */
  readonly referred?: boolean
  /** Whether each has a session, as by default. */
  readonly areIn?: boolean
}

/**
 * Makes players in bulk, each with a session and with wallets that were filled by a deposit.
 * Everything is as the server's own calls leave it, so that the audit has no findings.
 */
export async function makePlayers(
  owner: pg.Pool | pg.Client,
  count: number,
  { from = 0, referred = false, areIn = true }: Bulk = {},
): Promise<void> {
  const range = [firstPlayer, from, from + count - 1]
  const each = 'from generate_series($2::int, $3::int) n'
  await owner.query(
    `insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code,
      referrer_id, first_signed_in_at)
     select $1::int + n, 'Meera Nair', (6000000000 + n)::text, 'p' || n || '@example.com', 'none',
            translate(lpad(n::text, 8, '0'), '01', 'XY'),
            case when $4 and n > $2 and n % 3 > 0 then $1::int + $2 + (n - $2 - 1) / 3 end,
            case when $4 then now() - interval '90 days' end ${each}`,
    [...range, referred],
  )
  await owner.query(
    `insert into ledger.wallets (player_id, deposit, deposited, own)
     select $1::int + n, ${startDeposit}, ${startDeposit}, ${startDeposit} ${each}`,
    range,
  )
  await owner.query(
    `insert into ledger.epochs (player_id, epoch, seed)
     select $1::int + n, epoch, sha256(convert_to('seed ' || epoch || ' ' || n, 'UTF8'))
     ${each}, generate_series(0, 1) epoch`,
    range,
  )
  await owner.query(
    `insert into ledger.movements (player_id, at, movement_id, kind, deposit, chain)
     select $1::int + n, now() - interval '91 days', uuidv7(), 'deposit', ${startDeposit},
       -${startDeposit} ${each}`,
    range,
  )
  // The session's token is sha256('bench n') in hex; the database keeps the hash of its bytes.
  if (areIn)
    await owner.query(
      `insert into players.sessions (token_hash, player_id, confirmed_until)
     select sha256(sha256(convert_to('bench ' || n, 'UTF8'))), $1::int + n,
       now() + interval '1 day' ${each}`,
      range,
    )
  // Tables that are still empty are left alone: they would be remembered as empty, and scanned.
  await owner.query(
    'vacuum analyze players.accounts, players.sessions, ledger.wallets, ledger.epochs, ledger.movements',
  )
}

/**
 * Renews the sessions of every `apart`-th player, `players` in all: those of a kept database have
 * expired by the next day.
 */
export async function renewSessions(
  ownerUrl: string,
  players: number,
  apart: number,
): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  await owner.query(
    `update players.sessions set created_at = now(), last_seen_at = now(),
       confirmed_until = now() + interval '1 day'
     where player_id in (select $1::int + n * $3::int from generate_series(0, $2::int - 1) n)`,
    [firstPlayer, players, apart],
  )
  await owner.end()
}
