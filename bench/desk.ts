import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deskPort, startDeskProcess } from '../apps/local/src/desk-process.ts'
import { figureSweep } from '../apps/server/src/activity/count-figures.ts'
import { connect, type Database, sql } from '../apps/server/src/platform/database/database.ts'
import { tokenHash } from '../apps/server/src/platform/http/session-cookie.ts'
import { repeat } from '../apps/server/src/platform/process/repeat.ts'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, median, rateOf } from './http/closed-loop.ts'
import { openSystem } from './http/system.ts'
import { behind, grow } from './sql/grow.ts'

/**
 * What open screens of the back office cost a bet:
 * `node bench/desk.ts [players] [pairs] [seconds]`, by default 60,000 players and 10 pairs of 10 s.
 * Bets over HTTP with ten screens that refresh each five seconds, in turns with bets without them;
 * figures are counted in both. Says the median of the pairs' rates with them in parts of the rate
 * without. Needs a built back office.
 */
const [players = 60_000, pairs = 10, seconds = 10] = process.argv.slice(2).map(Number)
const say = (line: string) => process.stdout.write(`${line}\n`)
const everyMs = 5_000
const workers = 8

/** What each screen asks for when it refreshes. */
const screens = [
  ['readNow'],
  ['readNow', 'listPayouts?limit=20'],
  ['searchPlayers?text=me'],
  ['readMoney?by=day'],
  ['readMoney?by=month'],
  ['listSnapshots?limit=60', 'readNow'],
  ['listMovements?kind=deposit&limit=50'],
  ['readReferral', 'listRings?limit=50'],
  ['listBringers?limit=50'],
  ['listProposals', 'listActs?limit=50'],
] as const

const bench = await openBenchServer()
try {
  const urls = await bench.make('desk')
  await grow({ ...urls, from: 0, players, say })
  const owner = connect(urls.ownerUrl, { connections: 1, onError: () => undefined })
  const cookie = await logIn(owner)
  const desk = await startDeskProcess({
    OPERATOR_DATABASE_URL: urls.operatorUrl,
    FACTOR_KEY: randomBytes(32).toString('hex'),
    DESK_PORT: await deskPort(undefined, ''),
    LOG_LEVEL: 'warn',
  })
  const worker = connect(urls.workerUrl, { connections: 1, onError: () => undefined })
  const onError = (error: unknown) => say(String(error))
  const counting = repeat(1_000, figureSweep(worker), onError)
  // Each bets once in each game at most while it is measured.
  const active = { players: Math.floor(players / 4), apart: 3, played: behind.rounds }
  const system = await openSystem(urls, {
    active,
    workers,
    connections: workers,
    apis: 1,
    folder: bench.folder,
  })
  const bet = system.loads.find(({ name }) => name === 'bet')
  if (!bet) throw new Error('there is no load of bets')
  await system.warmUp()

  const rate = async () => {
    await bet.prepare?.()
    return rateOf(await closedLoop(workers, seconds, (which) => bet.run(which)))
  }
  const withScreens = async () => {
    const open = openScreens(desk.url, cookie)
    try {
      return await rate()
    } finally {
      await open.close()
    }
  }
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const isFirst = pair % 2 === 0
    const first = isFirst ? await rate() : await withScreens()
    const second = isFirst ? await withScreens() : await rate()
    const ratio = isFirst ? second / first : first / second
    ratios.push(ratio)
    say(`pair ${pair + 1}: ${ratio.toFixed(3)}`)
  }
  say(`with ten screens ${median(ratios).toFixed(3)} of the rate without`)
  await counting.stop()
  await system.close()
  await desk.stop()
  await worker.close()
  await owner.close()
} finally {
  await bench.close()
}

/** An operator with every duty, in a session. Answers the cookie. */
async function logIn(owner: Database): Promise<string> {
  const token = randomBytes(32)
  await owner.rows(
    sql`insert into desk.operators (operator_id, name, email, role, secret, last_step)
        values (1, 'Bench', 'bench@pipkin.example', 'admin', 'x', 0)`,
  )
  await owner.rows(
    sql`insert into desk.sessions (token_hash, operator_id, whole) values ($1, 1, true)`,
    [tokenHash(token)],
  )
  return `desk=${token.toString('hex')}`
}

/** Ten screens that refresh until they are closed; one that isn't answered is an error. */
function openScreens(url: string, cookie: string) {
  const closing = new AbortController()
  const rest = (ms: number) =>
    wait(ms, undefined, { signal: closing.signal }).catch(() => undefined)
  const open = screens.map(async (calls, nth) => {
    await rest((nth * everyMs) / screens.length)
    while (!closing.signal.aborted) {
      for (const call of calls) {
        const answer = await fetch(`${url}/desk/api/${call}`, { headers: { cookie } })
        if (!answer.ok) throw new Error(`${call}: ${answer.status}`)
        await answer.arrayBuffer()
      }
      await rest(everyMs)
    }
  })
  return {
    async close() {
      closing.abort()
      await Promise.all(open)
    },
  }
}
