/**
 * Loaded into a real worker (`node --import`) by tests, so that it kills itself (kill -9) at a
 * named point: `before`, `during` or `after` an SQL function or a JSON-RPC method, as the worker's
 * own libraries send them. Also mines a block at each look.
 */
import pg from 'pg'

const [when, what] = (process.env.DIE ?? '').split(' ')
const rpcUrl = process.env.RPC_URL ?? ''
const systemFetch = globalThis.fetch

const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}

async function dieAround<T>(name: string | undefined, act: () => Promise<T>): Promise<T> {
  if (name === undefined || name !== what) return act()
  if (when === 'before') return die()
  const acting = act()
  // Long enough for the bytes to leave, too short for the answer.
  if (when === 'during') for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  else await acting
  return die()
}

const mine = () =>
  systemFetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [1] }),
  })

type Answered = (error: unknown, result?: unknown) => void

const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<unknown>
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    const [statement] = args
    const text =
      typeof statement === 'object' && statement && 'text' in statement ? `${statement.text}` : ''
    const name = /select cashier\.(\w+)\(/.exec(text)?.[1]
    if (name === undefined) return query.apply(this, args)
    const callback = args.at(-1)
    const given = isAnswered(callback) ? args.slice(0, -1) : args
    const answer = dieAround(name, async () => {
      const result = await query.apply(this, given)
      if (name === 'record_head') await mine()
      return result
    })
    // The pool waits by a callback. Without this, `after` would kill before the answer.
    if (!isAnswered(callback)) return answer
    answer.then((result) => callback(undefined, result), callback)
  },
})

function isAnswered(value: unknown): value is Answered {
  return typeof value === 'function'
}

globalThis.fetch = (input, init) => {
  const name = /"method":"(\w+)"/.exec(typeof init?.body === 'string' ? init.body : '')?.[1]
  return dieAround(name, () => systemFetch(input, init))
}
