import { cpus } from 'node:os'
import type { ApiChild } from './api-child.ts'
import { closedLoop, median, percentile, rateOf } from './closed-loop.ts'
import { processorTime } from './processor-time.ts'

export interface Load {
  readonly name: string
  readonly workers: number
  /** The processes that it keeps busy beside the database. */
  readonly apis: readonly ApiChild[]
  run(worker: number): Promise<void>
  /** What the driver needs to know beforehand. */
  prepare?(): void
}

/** Medians over the rounds. Times are in milliseconds, rates by the second. */
export interface Row {
  readonly name: string
  readonly rate: number
  /** To the first load's rate, round by round. */
  readonly ratio: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Processor time of one operation, in the one that asks, in the API and in the database. */
  readonly driverMs: number
  readonly apiMs: number
  readonly databaseMs: number | null
  /** How much of all cores was busy, with whatever. */
  readonly busy: number
}

interface Measuring {
  readonly loads: readonly Load[]
  readonly rounds: number
  readonly seconds: number
  readonly databasePid: number | null
  say(line: string): void
}

type Figures = Omit<Row, 'name' | 'ratio'>

/** Runs every load once in every round, so that whatever else the machine does meets them all alike. */
export async function measure({ loads, rounds, seconds, databasePid, say }: Measuring): Promise<Row[]> {
  const figures = loads.map((): Figures[] => [])
  for (let round = 1; round <= rounds; round += 1) {
    for (const [place, load] of loads.entries()) figures[place]?.push(await once(load))
    say(`round ${round} of ${rounds} done`)
  }

  async function once({ workers, apis, run, prepare }: Load): Promise<Figures> {
    const databaseTime = async () => (databasePid === null ? null : processorTime(databasePid))
    const apiTime = async () => {
      const usages = await Promise.all(apis.map((api) => api.usage()))
      return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    }
    const look = async () => ({
      api: await apiTime(),
      database: await databaseTime(),
      driver: process.cpuUsage(),
      machine: machineTime(),
    })
    prepare?.()
    const before = await look()
    const sample = await closedLoop(workers, seconds, run)
    const after = await look()
    const idle = after.machine.idle - before.machine.idle
    const driver = process.cpuUsage(before.driver)
    return {
      rate: rateOf(sample),
      p50: percentile(sample, 0.5),
      p95: percentile(sample, 0.95),
      p99: percentile(sample, 0.99),
      driverMs: (driver.user + driver.system) / 1000 / sample.count,
      apiMs: (after.api - before.api) / sample.count,
      databaseMs:
        before.database === null || after.database === null
          ? null
          : (after.database - before.database) / sample.count,
      busy: 1 - idle / (after.machine.all - before.machine.all),
    }
  }

  const reference = figures[0] ?? []
  return loads.map(({ name }, place) => {
    const own = figures[place] ?? []
    const middle = (pick: (figures: Figures) => number) => median(own.map(pick))
    return {
      name,
      rate: middle((f) => f.rate),
      ratio: median(own.map((f, round) => f.rate / (reference[round]?.rate ?? Number.NaN))),
      p50: middle((f) => f.p50),
      p95: middle((f) => f.p95),
      p99: middle((f) => f.p99),
      driverMs: middle((f) => f.driverMs),
      apiMs: middle((f) => f.apiMs),
      databaseMs: own.some((f) => f.databaseMs === null) ? null : middle((f) => f.databaseMs ?? 0),
      busy: middle((f) => f.busy),
    }
  })
}

/** Milliseconds of all cores since the machine was started. */
function machineTime(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, core) => sum + core.idle, 0)
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
