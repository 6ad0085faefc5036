import { cpus } from 'node:os'
import type { ApiChild } from './http/api-child.ts'
import { closedLoop, pacedLoop, percentile, rateOf, type Sample } from './http/closed-loop.ts'
import { processorTime } from './http/processor-time.ts'
import { median } from './quantile.ts'
import type { Pgbench } from './sql/pgbench.ts'

export interface Load {
  readonly name: string
  readonly workers: number
  /** Held to half of the rate that the load before it with the same `run` had. */
  readonly isHalf?: true
  /** The API processes that it uses. */
  readonly apis: readonly ApiChild[]
  run(worker: number): Promise<void>
  /** Unmeasured preparation. */
  prepare?(): void | Promise<void>
}

/** Medians over the rounds. Times are in milliseconds, rates by the second. */
export interface Row {
  readonly name: string
  readonly rate: number
  /** The rate divided by the reference's just before and after it, per round. */
  readonly ratio: number
  /** The same of pgbench's rate; null where it isn't installed. */
  readonly ofPgbench: number | null
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Processor time of one operation: in this process, in the API and in the database. */
  readonly driverMs: number
  readonly apiMs: number
  readonly databaseMs: number | null
  /** The busy share of all cores, other processes included. */
  readonly busy: number
}

interface Measuring {
  readonly reference: Load
  /** The same load without our driver. */
  readonly pgbench: Pgbench | null
  readonly loads: readonly Load[]
  readonly rounds: number
  readonly seconds: number
  readonly databasePid: number | null
  say(line: string): void
}

type Figures = Omit<Row, 'name'>
/** What one load says of itself. */
type Measured = Omit<Figures, 'ratio' | 'ofPgbench'>

/**
 * The reference is measured again after this many loads: the machine's speed may halve within a
 * round.
 */
const loadsBetween = 4

/**
 * Rounds that don't count: V8 needs the first thousands of calls to compile what they run, and
 * PostgreSQL's connections plan their statements.
 */
const warmUps = 2

/** Seconds of each load that don't count. */
const settling = 0.3

/**
 * Runs every load once in every round, so that other work on the machine affects all loads alike.
 * The first row is the reference's.
 */
export async function measure({
  reference,
  pgbench,
  loads,
  rounds,
  seconds,
  databasePid,
  say,
}: Measuring): Promise<Row[]> {
  const ofReference: Figures[] = []
  const ofLoads = loads.map((): Figures[] => [])
  const rates = new Map<Load['run'], number>()
  for (let round = 1 - warmUps; round <= rounds; round += 1) {
    let before = await referenceOnce()
    for (let first = 0; first < loads.length; first += loadsBetween) {
      const between: Measured[] = []
      for (const load of loads.slice(first, first + loadsBetween)) between.push(await once(load))
      const after = await referenceOnce()
      const rate = (before.rate + after.rate) / 2
      const byPgbench =
        before.byPgbench && after.byPgbench && (before.byPgbench + after.byPgbench) / 2
      for (const [place, figures] of between.entries())
        ofLoads[first + place]?.push({
          ...figures,
          ratio: figures.rate / rate,
          ofPgbench: byPgbench && figures.rate / byPgbench,
        })
      before = after
    }
    if (round < 1) for (const figures of [ofReference, ...ofLoads]) figures.length = 0
    say(round < 1 ? 'warmed up' : `round ${round} of ${rounds} done`)
  }

  async function referenceOnce(): Promise<{ rate: number; byPgbench: number | null }> {
    const byPgbench = (await pgbench?.(seconds)) ?? null
    const figures = await once(reference)
    const ofPgbench = byPgbench && figures.rate / byPgbench
    ofReference.push({ ...figures, ratio: 1, ofPgbench })
    return { rate: figures.rate, byPgbench }
  }

  async function once(load: Load): Promise<Measured> {
    const { workers, run, prepare } = load
    const runFor = (time: number) =>
      load.isHalf
        ? pacedLoop(workers, time, rateBefore(load) / 2, run)
        : closedLoop(workers, time, run)
    await prepare?.()
    // All workers at once begin with a burst, and what was prepared is still being written.
    await runFor(settling)
    const before = await usageNow(load, databasePid)
    const sample = await runFor(seconds)
    const after = await usageNow(load, databasePid)
    if (!load.isHalf) rates.set(run, rateOf(sample))
    return measuredOf(sample, before, after)
  }

  function rateBefore({ name, run }: Load): number {
    const rate = rates.get(run)
    if (rate === undefined) throw new Error(`${name}: half of what? Measure the whole before it.`)
    return rate
  }

  return [
    rowOf(reference, ofReference),
    ...loads.map((load, place) => rowOf(load, ofLoads[place] ?? [])),
  ]
}

/** What was used so far, by a load's APIs, the database, this process and the machine. */
async function usageNow({ apis }: Load, databasePid: number | null) {
  const usages = await Promise.all(apis.map((api) => api.usage()))
  return {
    apiMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    databaseMs: databasePid === null ? null : await processorTime(databasePid),
    driver: process.cpuUsage(),
    machine: machineTime(),
  }
}
type Usage = Awaited<ReturnType<typeof usageNow>>

/** What a load's operations took, and what they used between two looks. */
function measuredOf(sample: Sample, before: Usage, after: Usage): Measured {
  const microsOf = ({ user, system }: NodeJS.CpuUsage) => user + system
  const idle = after.machine.idle - before.machine.idle
  return {
    rate: rateOf(sample),
    p50: percentile(sample, 0.5),
    p95: percentile(sample, 0.95),
    p99: percentile(sample, 0.99),
    driverMs: (microsOf(after.driver) - microsOf(before.driver)) / 1000 / sample.count,
    apiMs: (after.apiMs - before.apiMs) / sample.count,
    databaseMs:
      before.databaseMs === null || after.databaseMs === null
        ? null
        : (after.databaseMs - before.databaseMs) / sample.count,
    busy: 1 - idle / (after.machine.all - before.machine.all),
  }
}

function rowOf({ name }: Load, all: readonly Figures[]): Row {
  const middle = (pick: (figures: Figures) => number) => median(all.map(pick))
  return {
    name,
    rate: middle((f) => f.rate),
    ratio: middle((f) => f.ratio),
    ofPgbench: all.some((f) => f.ofPgbench === null) ? null : middle((f) => f.ofPgbench ?? 0),
    p50: middle((f) => f.p50),
    p95: middle((f) => f.p95),
    p99: middle((f) => f.p99),
    driverMs: middle((f) => f.driverMs),
    apiMs: middle((f) => f.apiMs),
    databaseMs: all.some((f) => f.databaseMs === null) ? null : middle((f) => f.databaseMs ?? 0),
    busy: middle((f) => f.busy),
  }
}

/** Milliseconds of all cores since the machine was started. */
function machineTime(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, core) => sum + core.idle, 0)
  return {
    idle,
    all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle),
  }
}
