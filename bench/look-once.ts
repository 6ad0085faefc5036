import pg from 'pg'
import { firstPlayer } from './make-players.ts'
import type { Active } from './places.ts'

/**
 * Reads once of each player who will bet what a screen reads before anybody can: the session, the wallets, the open rounds, the
 * last rounds and movements. What is measured then is a bet among a million players, not a machine that has just been started.
 */
export async function lookOnce(ownerUrl: string, { players, apart }: Active): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    // By index, player by player, as the screens do: the whole of the tables would be read otherwise.
    await owner.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
    await owner.query(statement, [firstPlayer, players, apart])
  } finally {
    await owner.end()
  }
}

const statement = `
  select count(s), count(w), count(e), count(m), count(last), count(latest), count(r)
  from generate_series(0, $2::int - 1) n
  cross join lateral (select $1::int + n * $3::int as id) p
  left join players.sessions s on s.token_hash = sha256(sha256(convert_to('bench ' || n * $3::int, 'UTF8')))
  left join ledger.wallets w on w.player_id = p.id
  left join ledger.epochs e on e.player_id = p.id and e.epoch = w.epoch
  left join lateral (
    select m.kind from ledger.movements m where m.player_id = p.id order by m.at desc limit 20) m on true
  left join lateral (
    select r.stake from ledger.rounds r where r.player_id = p.id order by r.epoch desc, r.nonce desc limit 1) last on true
  left join lateral (
    select max(r.placed_at) as at from ledger.games g, ledger.rounds r where r.player_id = p.id and r.game = g.game) latest on true
  left join lateral (
    select r.stake from ledger.rounds r where r.player_id = p.id order by r.round_id desc limit 1) r on true`
