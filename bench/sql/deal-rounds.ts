import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { firstPlayer } from './make-players.ts'
import { games, grownSeed, playOut, slot } from './play-out.ts'

interface Range {
  readonly ownerUrl: string
  readonly from: number
  readonly players: number
  readonly rounds: number
}

/** Rows of `dealt`, as an array for each column. */
type Columns = readonly [number[], number[], number[], string[], bigint[]]

/**
 * A thread of its own: plays each player's first rounds, stores them in the table `dealt`, and
 * reports their number.
 */
async function dealRounds({ ownerUrl, from, players, rounds }: Range): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  let columns: Columns = [[], [], [], [], []]
  const flush = async () => {
    // Sends array literals: the driver would quote each number.
    await client.query(
      'insert into dealt select * from unnest($1::int[], $2::int[], $3::smallint[], $4::ledger.round_status[], $5::bigint[])',
      columns.map((column) => `{${column.join(',')}}`),
    )
    parentPort?.postMessage(columns[0].length)
    columns = [[], [], [], [], []]
  }
  for (let player = firstPlayer + from; player < firstPlayer + from + players; player += 1) {
    for (let nonce = 0; nonce < rounds; nonce += 1) push(player, nonce, columns)
    if (columns[0].length >= 20_000) await flush()
  }
  await flush()
  await client.end()
}

function push(player: number, nonce: number, columns: Columns): void {
  const place = { player, nonce, clientSeed: grownSeed }
  let { game } = games[(player + nonce) % games.length] ?? slot
  let outcome = playOut({ ...place, game })
  if (!outcome) {
    game = slot.game
    outcome = playOut({ ...place, game })
  }
  if (!outcome) throw new Error('the slot can always be played')
  columns[0].push(player)
  columns[1].push(nonce)
  columns[2].push(game)
  columns[3].push(outcome.status)
  columns[4].push(outcome.payout)
}

if (!isMainThread) await dealRounds(workerData)
