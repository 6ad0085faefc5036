import type { ApiChild } from './api-child.ts'
import { closedLoop, median, percentile, rateOf } from './closed-loop.ts'
import { processorTime } from './processor-time.ts'

export interface Load {
  readonly name: string
  readonly workers: number
  /** The processes that it keeps busy beside the database. */
  readonly apis: readonly ApiChild[]
  run(worker: number): Promise<void>
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
  /** Processor time of one operation, in the API and in the database. */
  readonly apiMs: number
  readonly databaseMs: number | null
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

  async function once({ workers, apis, run }: Load): Promise<Figures> {
    const databaseTime = async () => (databasePid === null ? null : processorTime(databasePid))
    const apiTime = async () => {
      const usages = await Promise.all(apis.map((api) => api.usage()))
      return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    }
    const before = { api: await apiTime(), database: await databaseTime() }
    const sample = await closedLoop(workers, seconds, run)
    const after = { api: await apiTime(), database: await databaseTime() }
    return {
      rate: rateOf(sample),
      p50: percentile(sample, 0.5),
      p95: percentile(sample, 0.95),
      p99: percentile(sample, 0.99),
      apiMs: (after.api - before.api) / sample.count,
      databaseMs:
        before.database === null || after.database === null
          ? null
          : (after.database - before.database) / sample.count,
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
      apiMs: middle((f) => f.apiMs),
      databaseMs: own.some((f) => f.databaseMs === null) ? null : middle((f) => f.databaseMs ?? 0),
    }
  })
}
