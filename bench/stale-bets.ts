import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '../apps/server/src/platform/database/database.ts'
import { fillEpoch } from '../apps/server/test/rounds/play.ts'
import { startApi } from './http/api-child.ts'
import { openBenchServer } from './http/bench-server.ts'
import { openConnection } from './http/connection.ts'
import { quantile } from './quantile.ts'
import { benchPlayer, makePlayers } from './sql/make-players.ts'

/**
 * Measures players' latency while another sends 240 bets at once, each under a commitment that was
 * never shown: `node bench/stale-bets.ts [bursts]`, 10 by default, one a second. That player has
 * 900 rounds that look like the bets. Sixteen others read their wallets and bet on the slot.
 */

const bursts = Number(process.argv[2] ?? 10)
const burst = 240
const others = 16
const restMs = 50
const slot = 3

const say = (line: string) => process.stdout.write(`${line}\n`)

const server = await openBenchServer()
const database = await server.make('empty')
const pool = new pg.Pool({ connectionString: database.ownerUrl })
await makePlayers(pool, others + 1)
await pool.end()
const attacker = benchPlayer(others)
const owner = connect(database.ownerUrl, { connections: 1, onError: () => undefined })
await fillEpoch(owner, attacker.id, 900)
await owner.close()
const api = await startApi(database.appUrl, server.folder)
try {
  await play(3)
  report('without stale bets', await play(bursts))
  const [took] = await Promise.all([play(bursts), attack()])
  report(`with ${burst} stale bets at once, each second`, took)
} finally {
  await api.stop()
  await server.close()
}

interface Took {
  readonly reads: number[]
  readonly bets: number[]
}

/** How long each read and each bet with its spin took the others, in ms. */
async function play(seconds: number): Promise<Took> {
  const until = performance.now() + seconds * 1000
  const took: Took = { reads: [], bets: [] }
  const timed = async <T>(list: number[], work: Promise<T>): Promise<T> => {
    const began = performance.now()
    const answer = await work
    list.push(performance.now() - began)
    return answer
  }
  const player = async (place: number) => {
    const { id, token } = benchPlayer(place)
    const connection = await openConnection(api.port)
    const send = (path: string, body: object) => connection.send('POST', path, token, body)
    while (performance.now() < until) {
      await timed(took.reads, connection.send('GET', `WalletListByUserId?UserId=${id}`, token))
      const bet = { User_Id: id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: slot }
      const { Transaction_Id } = await timed(took.bets, send('addTransaction', bet))
      await send('playRound', { User_Id: id, Transaction_Id, Move: { spin: true } })
      await wait(restMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: others }, (_, place) => player(place)))
  return took
}

async function attack(): Promise<void> {
  const { id, token } = attacker
  const body = {
    User_Id: id,
    Amount: -10,
    StatusMsg: 'amtplaced',
    Game_Id: slot,
    Client_Seed: 'same',
    Commitment: 'ab'.repeat(32),
  }
  const connections = await Promise.all(
    Array.from({ length: burst }, () => openConnection(api.port)),
  )
  for (let n = 0; n < bursts; n += 1) {
    const next = wait(1_000)
    await Promise.all(connections.map((one) => one.send('POST', 'addTransaction', token, body)))
    await next
  }
  for (const connection of connections) connection.close()
}

function report(what: string, { reads, bets }: Took): void {
  for (const [name, took] of [
    ['reads', reads],
    ['bets', bets],
  ] as const) {
    const at = (share: number) => quantile(took, share).toFixed(1)
    say(`${what}: others' ${name} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms over ${took.length}`)
  }
}
