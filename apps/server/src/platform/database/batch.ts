export interface GatherOptions {
  /** How many runs may be under way at once. While fewer are, whoever comes waits for nobody. */
  readonly lanes: number
  /** The most that share one run. */
  readonly most: number
  /**
   * Whether a run that failed so did nothing, so that each of those who shared it may be run on its
   * own.
   */
  canRunAlone(error: unknown): boolean
}

/**
 * Lets those who come in the same moment share one run. `run` answers for each item in the items'
 * order. Nobody waits for others to come: those gather who come in one turn of the event loop, and
 * behind runs that are under way. What one item breaks is told to it alone.
 */
export function gather<T, A>(
  run: (items: readonly T[]) => Promise<readonly A[]>,
  { lanes, most, canRunAlone }: GatherOptions,
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
      for (const [place, { settle }] of together.entries()) settle(answers[place] as A)
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
    // What has been read from all connections by now comes first, and goes along.
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
