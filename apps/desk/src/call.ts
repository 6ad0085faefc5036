import {
  type Answer,
  type Call,
  decodeAnswer,
  decodeEnvelope,
  encodeInput,
  type Input,
} from '@pipkin/contract'
import { againHeader } from '@pipkin/contract/desk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'

/** A call that wasn't done; the message is for the operator. */
export class NotDone extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Whether a call wasn't done because the session has ended. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof NotDone && error.status === 401

/** Why a call wasn't done. After the end of a session the operator reads it after the log-in. */
export const whyNotDone = (error: NotDone): string =>
  isLoggedOut(error) ? 'You were logged out before it was done: press again.' : error.message

/**
 * How long an answer may take, a picture over a weak network too. The server gives up sooner. A
 * browser would wait for ever, as behind a dead tunnel: with old figures, and a dialog that stays.
 */
const answerMs = 60_000

/** How far the server's clock is ahead of the device's, by its last answer. */
let aheadMs = 0

/** The time by the server's clock, to the second: an operator's device may have a wrong one. */
export const serverTime = (): Date => new Date(Date.now() + aheadMs)

export interface Done<C extends Call> {
  readonly answer: Answer<C>
  readonly message: string
}

/**
 * Makes a call of the back office. Throws `NotDone`. `again`: the screen refreshes by itself what
 * it shows.
 */
export async function call<C extends Call>(
  contract: C,
  input?: Input<C>,
  again = false,
): Promise<Done<C>> {
  const { query = {}, body } = encodeInput(contract, input)
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  const response = await fetch(`/desk/api/${contract.path}?${search}`, {
    method: contract.method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(again && { [againHeader]: '1' }),
    },
    // Undefined where there is none.
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => null)
  const answeredAt = response?.headers.get('date')
  if (answeredAt) aheadMs = Date.parse(answeredAt) - Date.now()
  const envelope: unknown = await response?.json().catch(() => null)
  const outcome = decodeEnvelope(envelope)
  if (!response || !outcome) throw new NotDone(0, 'The back office does not answer. Try again.')
  if (!outcome.isDone) throw new NotDone(response.status, outcome.message)
  return { answer: readable(contract, envelope), message: outcome.message }
}

/** What a call answered. A page that was open before an update may not be able to read it. */
function readable<C extends Call>(contract: C, envelope: unknown): Answer<C> {
  try {
    return decodeAnswer(contract, envelope)
  } catch {
    throw new NotDone(0, 'The answer can’t be read. Reload the page, and look what was done.')
  }
}

/** Which page of a list is asked for. */
interface PageAsked {
  readonly cursor: string | undefined
  readonly limit: number
}

/** A page of a list: its rows, and the cursor of the next one. */
type Page<Row> = readonly [rows: readonly Row[], next: string | null]

/** A call that answers a list page by page. */
export interface PagedList<C extends Call, Row> {
  readonly call: C
  readonly inputOf: (page: PageAsked) => Input<C>
  readonly pageOf: (answer: Answer<C>) => Page<Row>
}

/** Reads the rows of a list, and reports after each page how many it has read. */
export type ReadRows<Row> = (noteRows: (count: number) => void) => Promise<readonly Row[]>

/** The most rows that go into a file: the browser holds the whole file until it is saved. */
export const mostRows = 100_000

/** Reads a list page by page, for a file: at most its first `mostRows`. Throws `NotDone`. */
export const everyPage =
  <C extends Call, Row>(
    contract: C,
    inputOf: PagedList<C, Row>['inputOf'],
    pageOf: PagedList<C, Row>['pageOf'],
  ): ReadRows<Row> =>
  async (noteRows) => {
    const all: Row[] = []
    let cursor: string | undefined
    do {
      const { answer } = await call(contract, inputOf({ cursor, limit: 100 }))
      const [rows, next] = pageOf(answer)
      all.push(...rows)
      noteRows(all.length)
      cursor = next ?? undefined
    } while (cursor !== undefined && all.length < mostRows)
    return all
  }

/**
 * What a call answers. It is read again after an act, every `everyMs`, and when the operator comes
 * back to the page (not with `once`). Only the first read keeps the session alive.
 */
export const useCall = <C extends Call>(
  contract: C,
  input?: Input<C>,
  everyMs?: number | 'once',
): UseQueryResult<Answer<C>> =>
  useQuery<Answer<C>>({
    queryKey: [contract.name, input],
    queryFn: async ({ client, queryKey }) =>
      (await call(contract, input, client.getQueryData(queryKey) !== undefined)).answer,
    // Without a network it fails, and says so: else old figures would stand there as if new.
    networkMode: 'always',
    refetchOnReconnect: true,
    ...(everyMs === 'once' && { staleTime: Number.POSITIVE_INFINITY }),
    ...(typeof everyMs === 'number' && {
      refetchInterval: ({ state }) => (isLoggedOut(state.error) ? false : everyMs),
    }),
  })
