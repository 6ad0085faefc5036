import type { ConfirmWay } from '@pipkin/contract'
import { vi } from 'vitest'

/**
 * A fake server: `fetch` answers a call by its path with JSON in wire format. A call without an
 * answer fails the test that made it.
 */

/**
 * The fate of a call: its answer gets lost, or never comes and the connection stays open, the
 * server is down, or it answers this.
 */
export type Fate = 'lost' | 'silent' | 'down' | Response | object | Answering
type Answering = (request: CallRequest) => Fate | Promise<Fate>

/** A call as it reached the server. */
export interface CallRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** The `Idempotency-Key`, where there is one. */
  readonly key: string | null
}

const fates = new Map<string, Fate>()
const requests: CallRequest[] = []
const unanswered = new Set<string>()

/** Sets the fate of the calls of some paths from now on. */
export function answerCalls(more: Readonly<Record<string, Fate>>): void {
  for (const [path, fate] of Object.entries(more)) fates.set(path, fate)
}

/** The calls of a path so far, in order. */
export const callsOf = (path: string): readonly CallRequest[] =>
  requests.filter((request) => request.path === path)

/** The paths of all calls so far. */
export const allCalls = (): readonly string[] => requests.map(({ path }) => path)

/** A refusal of the business kind: HTTP 200 and a message. */
export const refused = (message: string) => ({
  Status: false,
  Message: message,
  status: false,
  message,
})

/** The refusal of what needs a confirmation first, by one of these ways. */
export const confirmFirst = (...confirm: readonly ConfirmWay[]) =>
  Response.json(
    { Status: false, Message: 'Please confirm that it is you', Data: { confirm } },
    { status: 403 },
  )

/**
 * An answer that waits until the test lets it through. `asked` is fulfilled by the first call that
 * waits for it.
 */
export function holdAnswer(answer: Fate = {}) {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const fate: Fate = async () => {
    first.resolve()
    await gate.promise
    return answer
  }
  return { fate, asked: first.promise, letThrough: gate.resolve }
}

const success = { Status: true, Message: 'Success', status: true, message: 'Success' }

const isAnswering = (fate: Fate | undefined): fate is Answering => typeof fate === 'function'

async function respond(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(address, location.href)
  const path = pathname.replace('/api/', '')
  const request = {
    path,
    query: Object.fromEntries(searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    key: new Headers(init.headers).get('Idempotency-Key'),
  }
  requests.push(request)
  let fate = fates.get(path)
  while (isAnswering(fate)) fate = await fate(request)
  if (fate === undefined) unanswered.add(path)
  if (fate === 'silent') await aborted(init.signal)
  if (fate === undefined || fate === 'lost') throw new TypeError('Failed to fetch')
  if (fate === 'down') return Response.json({}, { status: 503 })
  if (fate instanceof Response) return fate.clone()
  return Response.json({ ...success, ...Object(fate) })
}

/** Rejects as soon as the request is given up. */
const aborted = (signal: RequestInit['signal']) =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** Starts without answers. */
export function openServer(): void {
  fates.clear()
  requests.length = 0
  unanswered.clear()
  vi.stubGlobal('fetch', respond)
}

/** Fails where the app made a call for which the test has no answer. */
export function closeServer(): void {
  if (unanswered.size > 0)
    throw new Error(`The test has no answer to ${[...unanswered].join(', ')}`)
}
