import { randomInt } from 'node:crypto'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { timesOf } from '../apps/server/test/times-of.ts'
import { type Kind, kinds } from './component.ts'
import { type ChaosReport, runChaos } from './run-chaos.ts'
import { isWrong } from './verdict.ts'

/**
 * Kills the API, the worker, PostgreSQL and the chain's node again and again while players play,
 * and compares what was acknowledged with the database after each kill: `npm run chaos -- [--kills
 * 300] [--players 12] [--seed N]`. Ctrl-C ends the run before the next kill and prints its table.
 */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    players: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`${values.players} players, seed ${values.seed}, ${cpus().length} cores`)
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
const began = performance.now()
const report = await runChaos({
  kills: timesOf('--kills', values.kills),
  players: timesOf('--players', values.players),
  seed: Number(values.seed),
  stopping: stopping.signal,
  say,
})
print(report)
process.exitCode = isWrong(report) ? 1 : 0

function print({ readyMs, acknowledged, repeated, lost, twice, findings }: ChaosReport): void {
  say('| killed     | times | ready again after, median | at most |')
  say('| ---------- | ----: | ------------------------: | ------: |')
  for (const kind of kinds) say(rowOf(kind, readyMs[kind]))
  const minutes = Math.round((performance.now() - began) / 6_000) / 10
  say(`${acknowledged} writes acknowledged in ${minutes} minutes, ${repeated} requests repeated`)
  say(`lost ${lost.length}, executed twice ${twice.length}, findings ${findings.length}`)
  for (const line of [...lost, ...twice, ...findings].slice(0, 20)) say(`  ${line}`)
}

function rowOf(kind: Kind, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const inSeconds = (ms = 0) => `${Math.round(ms / 10) / 100} s`
  const [median, most] = [
    inSeconds(sorted[Math.floor(sorted.length / 2)]),
    inSeconds(sorted.at(-1)),
  ]
  return `| ${kind.padEnd(10)} | ${String(times.length).padStart(5)} | ${median.padStart(25)} | ${most.padStart(7)} |`
}
