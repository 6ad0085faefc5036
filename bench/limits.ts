import { randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { connect, sql } from '../apps/server/src/platform/database/database.ts'
import { setFirstCatalogue } from '../apps/server/src/rounds/set-game.ts'
import { openBenchServer } from './http/bench-server.ts'
import { quantile } from './quantile.ts'

/**
 * Measures what a player's limits cost a bet: `node bench/limits.ts [pairs]`. Plays lost rounds of
 * the slot in SQL, in turn for a player without limits and for one who has all of them and a day of
 * play behind. Prints the median of the pairs' ratios: the rate of bets with limits over the rate
 * without.
 */
const pairs = Number(process.argv[2] ?? 5_000)

const bench = await openBenchServer()
const { ownerUrl } = await bench.make('limits')
const owner = connect(ownerUrl, { connections: 1, onError: () => undefined })
try {
  await setFirstCatalogue(owner)
  const free = await makePlayer(20_000_001)
  const limited = await makePlayer(20_000_002)
  for (const [kind, period] of [
    ['deposit', 'day'],
    ['deposit', 'week'],
    ['deposit', 'month'],
    ['loss', 'day'],
    ['loss', 'week'],
    ['loss', 'month'],
    ['stake', 'round'],
  ])
    await owner.rows(sql`select ledger.set_limit($1, $2, $3, $4, 'UTC')`, [
      limited,
      kind,
      period,
      fkr(100_000_000),
    ])
  await owner.rows(sql`select ledger.set_reminder($1, 60::smallint)`, [limited])
  for (let pair = 0; pair < 200; pair += 1) for (const player of [free, limited]) await play(player)

  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const times = new Map<number, number>()
    for (const player of pair % 2 === 0 ? [free, limited] : [limited, free])
      times.set(player, await play(player))
    ratios.push((times.get(free) ?? 0) / (times.get(limited) ?? 1))
  }
  const at = (share: number) => quantile(ratios, share).toFixed(3)
  process.stdout.write(
    `${pairs} pairs of bets: with all limits ${at(0.5)} of the rate without ` +
      `(quarters ${at(0.25)} and ${at(0.75)})\n`,
  )
} finally {
  await owner.close()
  await bench.close()
}

/** A player with money and 2,000 lost rounds, which leave the day while the bench plays. */
async function makePlayer(id: number): Promise<number> {
  await owner.rows(sql`select ledger.open_wallets($1)`, [id])
  await owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => $2::bigint,
      chain => -$2::bigint, own => $2::bigint)`,
    [id, fkr(100_000_000)],
  )
  await owner.rows(
    sql`select ledger.post($1, gen_random_uuid(), 'stake', deposit => -1000, games => 1000,
        own => -1000, at => clock_timestamp() - interval '24 hours' + n * interval '10 ms')
      from generate_series(1, 2000) n`,
    [id],
  )
  return id
}

/** Plays a round; answers the ms that its bet took. */
async function play(player: number): Promise<number> {
  const round = randomUUID()
  const began = performance.now()
  await owner.rows(
    sql`select ledger.place_bet($1, $2, 3::smallint, 1000, 'seed', null, null, null, null, false)`,
    [player, round],
  )
  const ms = performance.now() - began
  await owner.rows(
    sql`select ledger.store_moves($1, $2, 0, '[{"spin": true}]', 'loss', 0, null, null, null)`,
    [player, round],
  )
  return ms
}
