import { isRolledBack } from './database.ts'

export interface BatchOptions {
  /** The largest batch. */
  readonly most: number
  /**
   * The next batch starts `afterMs` after the one before even if that still runs, since one of its
   * items may wait for a lock; at most `atOnce` batches run. Left out, each batch waits for the one
   * before.
   */
  readonly beside?: { readonly afterMs: number; readonly atOnce: number }
  /** Whether the failed batch was rolled back, so that its items may run again one by one. */
  canRunAlone(error: unknown): boolean
}

/**
 * How many answers of a batch are handed out per turn of the event loop. If all came in one turn,
 * the process would work on all of them before it reads new requests; their callers would then come
 * back all at once too, and the database and the process would take turns in waiting
 * (docs/decisions/2026-11-fast-bets.md).
 */
const answersATurn = 8

/** An item, and the caller who waits for its answer. */
interface Waiting<T, A> {
  readonly item: T
  settle(answer: A): void
  fail(error: unknown): void
}

/** Gives one caller the answer. */
type Hand = () => void

type Run<T, A> = (items: readonly T[]) => Promise<readonly A[]>

/**
 * Runs items of the same moment in one batch; `run` answers in the items' order. No item waits for
 * later ones: a batch holds the items of one turn of the event loop, or those that queued behind
 * the batch before. If an item breaks a batch, only that item fails.
 */
export function batch<T, A>(
  run: Run<T, A>,
  { most, beside, canRunAlone }: BatchOptions,
): (item: T) => Promise<A> {
  const waiting: Waiting<T, A>[] = []
  const deliver = fewATurn()
  let running = 0
  /** What the next batch waits for. */
  let awaited: readonly Waiting<T, A>[] | null = null

  const runNext = async (): Promise<void> => {
    const items = waiting.splice(0, most)
    const waitNoLonger = () => {
      if (awaited === items) awaited = null
      start()
    }
    running += 1
    awaited = items
    const timer = beside && setTimeout(waitNoLonger, beside.afterMs)
    const hands = await runTogether(items, { run, canRunAlone, deliver })
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
  // Requests that other connections have already received are read first and join the batch.
  const startSoon = onceATurn(start)

  return (item) =>
    new Promise((settle, fail) => {
      waiting.push({ item, settle, fail })
      startSoon()
    })
}

/**
 * Runs a batch, and answers the functions that hand each caller its answer. The items of a batch
 * that was rolled back run one by one, and each answer is delivered at once.
 */
async function runTogether<T, A>(
  together: readonly Waiting<T, A>[],
  how: Pick<BatchOptions, 'canRunAlone'> & {
    readonly run: Run<T, A>
    deliver(hands: readonly Hand[]): void
  },
): Promise<Hand[]> {
  try {
    const answers = await how.run(together.map(({ item }) => item))
    if (answers.length !== together.length)
      throw new Error(`${answers.length} answers for ${together.length}`)
    return together.map(({ settle }, index) => settle.bind(null, answers[index] as A))
  } catch (error) {
    if (together.length > 1 && how.canRunAlone(error)) {
      for (const one of together) how.deliver(await runTogether([one], how))
      return []
    }
    return together.map(({ fail }) => fail.bind(null, error))
  }
}

/**
 * Calls `act` once after this turn of the event loop, however often it is asked for in the turn.
 */
function onceATurn(act: () => void): () => void {
  let isComing = false
  return () => {
    if (isComing) return
    isComing = true
    setImmediate(() => {
      isComing = false
      act()
    })
  }
}

/** Hands out answers, a few per turn, in the order in which batches ended. */
function fewATurn(): (hands: readonly Hand[]) => void {
  const answered: Hand[] = []
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
 * Lets queries of the same moment that differ only in their inputs share one statement: `query`
 * answers all of them in order. If PostgreSQL rejects the statement, each query runs again alone
 * (docs/decisions/2026-11-fast-bets.md).
 */
export const batchQueries = <T, A>(query: (inputs: readonly T[]) => Promise<readonly A[]>) =>
  batch(query, { most: 60, beside: { afterMs: 15, atOnce: 4 }, canRunAlone: isRolledBack })

/** The calls' parameters as an array for each name, as `unnest` takes them. */
export const columnsOf = <N extends string>(
  calls: readonly Readonly<Record<N, unknown>>[],
  names: readonly N[],
): unknown[][] => names.map((name) => calls.map((call) => call[name]))
