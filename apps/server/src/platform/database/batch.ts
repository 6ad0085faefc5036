import { isRolledBack } from './database.ts'

export interface BatchOptions {
  /** The largest batch. */
  readonly most: number
  /**
   * The next batch waits no longer than `afterMs` for the one before, of which an item may wait for
   * a lock, while less than `atOnce` run. Without it they run one after the other.
   */
  readonly beside?: { readonly afterMs: number; readonly atOnce: number }
  /** Whether a failed batch was rolled back, so that its items may be run again one by one. */
  canRunAlone(error: unknown): boolean
}

/**
 * How many answers of a batch are handed out in one turn of the event loop. With all in one turn
 * the process works on all of them before it reads what comes next, so their callers come back all
 * at once, too, and the database and the process take turns in waiting (docs/performance.md).
 */
const answersATurn = 8

/**
 * Runs items of the same moment in one batch; `run` answers in the items' order. No item waits for
 * later ones: a batch holds the items of one turn of the event loop, or those that queued behind
 * the batch before. If an item breaks a batch, only that item fails.
 */
export function batch<T, A>(
  run: (items: readonly T[]) => Promise<readonly A[]>,
  { most, beside, canRunAlone }: BatchOptions,
): (item: T) => Promise<A> {
  interface Waiting {
    readonly item: T
    settle(answer: A): void
    fail(error: unknown): void
  }
  const waiting: Waiting[] = []

  const deliver = fewATurn()

  /** Runs a batch; answers what hands each item its answer. */
  const runAll = async (together: readonly Waiting[]): Promise<(() => void)[]> => {
    try {
      const answers = await run(together.map(({ item }) => item))
      if (answers.length !== together.length)
        throw new Error(`${answers.length} answers for ${together.length}`)
      return together.map(({ settle }, index) => settle.bind(null, answers[index] as A))
    } catch (error) {
      if (together.length > 1 && canRunAlone(error)) {
        for (const one of together) deliver(await runAll([one]))
        return []
      }
      return together.map(({ fail }) => fail.bind(null, error))
    }
  }

  let running = 0
  /** What the next batch waits for. */
  let awaited: readonly Waiting[] | null = null

  const runNext = async (): Promise<void> => {
    const items = waiting.splice(0, most)
    const waitNoLonger = () => {
      if (awaited === items) awaited = null
      start()
    }
    running += 1
    awaited = items
    const timer = beside && setTimeout(waitNoLonger, beside.afterMs)
    const hands = await runAll(items)
    clearTimeout(timer)
    running -= 1
    // The next batch is under way while this one's callers work on their answers.
    waitNoLonger()
    deliver(hands)
  }

  const start = () => {
    const isFree = awaited === null && running < (beside?.atOnce ?? 1)
    if (isFree && waiting.length > 0) void runNext()
  }

  let isStarting = false
  const startSoon = () => {
    if (isStarting) return
    isStarting = true
    // Requests that other connections have already received are read first and join the batch.
    setImmediate(() => {
      isStarting = false
      start()
    })
  }

  return (item) =>
    new Promise((settle, fail) => {
      waiting.push({ item, settle, fail })
      startSoon()
    })
}

/** Hands out answers, a few in each turn: those of the batch before first. */
function fewATurn(): (hands: readonly (() => void)[]) => void {
  const answered: (() => void)[] = []
  let isHandingOut = false
  const handOut = () => {
    for (const hand of answered.splice(0, answersATurn)) hand()
    isHandingOut = answered.length > 0
    if (isHandingOut) setImmediate(handOut)
  }
  return (hands) => {
    answered.push(...hands)
    if (!isHandingOut) handOut()
  }
}

/**
 * Lets equal queries of the same moment share one statement: `query` answers all of them in order.
 * If PostgreSQL refuses the statement, each query runs again alone (docs/performance.md).
 */
export const batchQueries = <T, A>(query: (inputs: readonly T[]) => Promise<readonly A[]>) =>
  batch(query, { most: 60, beside: { afterMs: 15, atOnce: 4 }, canRunAlone: isRolledBack })

/** The calls' parameters as an array for each name, as `unnest` takes them. */
export const columnsOf = <N extends string>(
  calls: readonly Readonly<Record<N, unknown>>[],
  names: readonly N[],
): unknown[][] => names.map((name) => calls.map((call) => call[name]))
