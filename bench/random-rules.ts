import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type GameName, gameOf, games } from '@pipkin/games'
import { returnsOf, toNumber } from '@pipkin/games/returns'
import { numbersOf, randomRules, simulateQuickly } from '../packages/games/test/random-rules.ts'

/**
 * Compares the exact returns of random settings with what rounds by best play paid:
 * `node bench/random-rules.ts [settings] [rounds] [seed] [game]`, by default 50 settings of each
 * game and a million rounds of each. Exits 1 if a mean is so far off as happens in one of 1,000
 * such runs. The code of real rounds deals and plays; only its numbers come from a quicker source
 * than a round key.
 */
interface Work {
  readonly game: GameName
  readonly rounds: number
  readonly seed: number
}

if (isMainThread) await compareAll()
else parentPort?.postMessage(errorsOff(workerData))

/** How many standard errors the mean of a random setting's rounds lies off its exact return. */
function errorsOff({ game, rounds, seed }: Work): number {
  const next = numbersOf(seed)
  const rules = randomRules(game, next)
  const { mean, error } = simulateQuickly(rules, rounds, next)
  const off = mean - toNumber(returnsOf(rules).best)
  return Math.abs(off) < 1e-12 ? 0 : off / error
}

async function compareAll(): Promise<void> {
  const [settings = 50, rounds = 1_000_000, seed = 1] = process.argv.slice(2, 5).map(Number)
  const only = process.argv[5]
  /** The largest of 200 normal deviates is larger once in 1,000. */
  const mostErrors = 4.56
  process.stdout.write(`${settings} settings of each game, ${rounds} rounds each, seed ${seed}\n`)
  for (const { offer } of games) {
    const { game } = offer.rules
    if (only && game !== only) continue
    const start = performance.now()
    const waiting = Array.from({ length: settings }, (_, i) => ({ game, rounds, seed: seed + i }))
    const off: number[] = []
    const work = async () => {
      for (let one = waiting.pop(); one; one = waiting.pop()) off.push(await inThread(one))
    }
    await Promise.all(Array.from({ length: availableParallelism() }, work))
    const most = Math.max(...off.map(Math.abs))
    const beyond = off.filter((errors) => Math.abs(errors) > mostErrors).length
    // If the returns are right, the squares add up to about the number of settings.
    const squares = off.reduce((sum, errors) => sum + errors * errors, 0)
    if (beyond > 0) process.exitCode = 1
    const seconds = (performance.now() - start) / 1_000
    process.stdout.write(
      `${gameOf(offer.rules).name}: at most ${most.toFixed(2)} standard errors off, ` +
        `${beyond} beyond ${mostErrors}; mean square ${(squares / settings).toFixed(2)} ` +
        `(${seconds.toFixed(0)} s)\n`,
    )
  }
}

function inThread(work: Work): Promise<number> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: work })
    worker.on('message', done)
    worker.on('error', fail)
  })
}
