import { setTimeout as wait } from 'node:timers/promises'
import { figureSweep } from '../apps/server/src/activity/counts/count-figures.ts'
import { connect } from '../apps/server/src/platform/database/database.ts'
import { repeat } from '../apps/server/src/platform/process/repeat.ts'
import { openBenchServer } from './http/bench-server.ts'
import { closedLoop, rateOf } from './http/closed-loop.ts'
import { fillForDesk, openDesk } from './http/desk-process.ts'
import { findOrGrow } from './http/find-or-grow.ts'
import { openSystem } from './http/system.ts'
import { median } from './quantile.ts'
import { compareSums } from './sql/desk-sums.ts'
import { behind } from './sql/grow.ts'
import { renewSessions } from './sql/make-players.ts'

/**
 * Measures what open screens of the back office cost bets: `node bench/desk.ts FOLDER [players]
 * [pairs] [seconds]`, by default 100,000 players and 10 pairs of 8 s. Needs a built back office.
 * FOLDER keeps the grown database; a copy of it is measured.
 *
 * A pair is bets over HTTP beside ten screens that refresh every five seconds, and bets without
 * them; figures are counted in both. Prints the median of the pairs' ratios: the rate with screens
 * over the rate without. After each pair, and while bets run, compares the sums of every screen
 * with those of the rows.
 */
const [folder, ...numbers] = process.argv.slice(2)
const [players = 100_000, pairs = 10, seconds = 8] = numbers.map(Number)
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
  ['listReferrers?limit=50'],
  ['listProposals', 'listActs?limit=50'],
] as const

const bench = await openBenchServer(folder)
try {
  const kept = await findOrGrow({
    server: bench,
    name: `desk_${players}`,
    fill: (empty) => fillForDesk(empty, players, say),
    say,
  })
  const urls = await bench.copy(kept.name, 'desk')
  const active = { players: Math.floor(players / 4), apart: 3, played: behind.rounds }
  await renewSessions(urls.ownerUrl, active.players, active.apart)
  const desk = await openDesk(urls)
  const owner = connect(urls.ownerUrl, { connections: 1, onError: () => undefined })
  const worker = connect(urls.workerUrl, { connections: 1, onError: () => undefined })
  const onError = (error: unknown) => say(String(error))
  const counting = repeat(1_000, figureSweep(worker), onError)
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
    const open = openScreens(desk.ask)
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
    await bet.prepare?.()
    const betting = closedLoop(workers, 3, (which) => bet.run(which))
    const { compared, differ } = await compareSums(owner)
    await betting
    say(`pair ${pair + 1}: ${ratio.toFixed(3)}; ${differ.length} of ${compared} sums differ`)
    for (const line of differ) say(line)
    if (differ.length > 0) process.exitCode = 1
  }
  say(`with ten screens ${median(ratios).toFixed(3)} of the rate without`)
  await counting.stop()
  await system.close()
  await desk.stop()
  await worker.close()
  await owner.close()
} finally {
  await bench.drop('desk')
  await bench.close()
}

/** Ten screens that refresh until they are closed; one that isn't answered is an error. */
function openScreens(ask: (call: string) => Promise<void>) {
  const closing = new AbortController()
  const rest = (ms: number) =>
    wait(ms, undefined, { signal: closing.signal }).catch(() => undefined)
  const open = screens.map(async (calls, nth) => {
    await rest((nth * everyMs) / screens.length)
    while (!closing.signal.aborted) {
      for (const call of calls) await ask(call)
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
