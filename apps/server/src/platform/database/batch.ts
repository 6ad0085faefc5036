import { isRolledBack } from './database.ts'

export interface BatchOptions {
  /** How many batches may run at once. Below that, an item starts one without waiting. */
  readonly lanes: number
  /** The largest batch. */
  readonly most: number
  /** Whether a failed batch changed nothing, so that each of its items may be run again alone. */
  canRunAlone(error: unknown): boolean
}

/**
 * Runs items of the same moment in one batch; `run` answers in the items' order. No item waits for
 * later ones: a batch holds the items of one turn of the event loop, or those that queued while all
 * lanes were busy. If an item breaks a batch, only that item fails.
 */
export function batch<T, A>(
  run: (items: readonly T[]) => Promise<readonly A[]>,
  { lanes, most, canRunAlone }: BatchOptions,
): (item: T) => Promise<A> {
  interface Waiting {
    readonly item: T
    settle(answer: A): void
    fail(error: unknown): void
  }
  const waiting: Waiting[] = []
  let running = 0

  const runAll = async (together: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await run(together.map(({ item }) => item))
      if (answers.length !== together.length)
        throw new Error(`${answers.length} answers for ${together.length}`)
      for (const [index, { settle }] of together.entries()) settle(answers[index] as A)
    } catch (error) {
      if (together.length > 1 && canRunAlone(error)) for (const one of together) await runAll([one])
      else for (const { fail } of together) fail(error)
    }
  }

  const runNext = async (): Promise<void> => {
    running += 1
    while (waiting.length > 0) await runAll(waiting.splice(0, most))
    running -= 1
  }

  let isStarting = false
  const start = () => {
    if (isStarting || running >= lanes) return
    isStarting = true
    // Requests that other connections have already received are read first and join the batch.
    setImmediate(() => {
      isStarting = false
      while (running < lanes && waiting.length > 0) void runNext()
    })
  }

  return (item) =>
    new Promise((settle, fail) => {
      waiting.push({ item, settle, fail })
      start()
    })
}

/**
 * Lets equal queries of the same moment share one statement: `query` answers all of them in order.
 * If PostgreSQL refuses the statement, each query runs again alone (docs/performance.md).
 */
export const batchQueries = <T, A>(query: (inputs: readonly T[]) => Promise<readonly A[]>) =>
  batch(query, { lanes: 4, most: 60, canRunAlone: isRolledBack })

/** Rows of parameters as an array for each column, as `unnest` takes them. */
export const columnsOf = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((values) => values[column]))
