import { type Answer, type Call, encodeEnvelope } from '@pipkin/contract'
import { vi } from 'vitest'

/** A call as it reached the back office. */
interface Asked {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}
type Fate = { readonly answer: unknown } | { readonly refusal: string; readonly status: number }

/**
 * A fake back office: sets what it answers from now on, and records the calls. As over a network,
 * an answer takes a moment.
 */
export function openDesk(momentMs = 10) {
  const fates = new Map<string, Fate | 'lost' | 'silent'>()
  const pages = new Map<string, readonly unknown[]>()
  const asked: Asked[] = []
  let aheadMs = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, location.href)
    const name = pathname.replace('/desk/api/', '')
    const query = Object.fromEntries(searchParams)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    asked.push({ name, query, body, headers: new Headers(init.headers) })
    if (momentMs > 0) await new Promise((resolve) => setTimeout(resolve, momentMs))
    const page = pages.get(name)?.[Number(query.cursor ?? 0)]
    const fate = page === undefined ? fates.get(name) : { answer: page }
    if (fate === 'silent')
      await new Promise((_, reject) => init.signal?.addEventListener('abort', reject))
    if (typeof fate !== 'object') throw new TypeError('Failed to fetch')
    const isDone = 'answer' in fate
    const outcome = { isDone, message: isDone ? 'Done' : fate.refusal }
    return Response.json(encodeEnvelope({}, outcome, isDone ? Object(fate.answer) : {}), {
      status: isDone ? 200 : fate.status,
      headers: { date: new Date(Date.now() + aheadMs).toUTCString() },
    })
  })
  return {
    answer: <C extends Call>(call: C, answer: Answer<C>) =>
      fates.set(call.name, { answer: call.answer?.encode(answer) }),
    /** The cursor of a page is its index. */
    answerPages: <C extends Call>(call: C, ...answers: readonly Answer<C>[]) =>
      pages.set(
        call.name,
        answers.map((answer) => call.answer?.encode(answer)),
      ),
    /** Sets its clock ahead of the device's. */
    setAhead: (ms: number) => {
      aheadMs = ms
    },
    refuse: (call: Call, refusal: string, status = 200) =>
      fates.set(call.name, { refusal, status }),
    lose: (call: Call) => fates.set(call.name, 'lost'),
    /** It answers no more, as behind a tunnel that is dead. */
    fallSilent: (call: Call) => fates.set(call.name, 'silent'),
    asked: (call: Call) => asked.filter(({ name }) => name === call.name),
  }
}
