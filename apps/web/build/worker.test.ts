import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8')

interface Asked {
  readonly request: { readonly method: string; readonly mode: string; readonly url: string }
  respondWith(answer: Promise<unknown>): void
}

/** The worker in a browser whose storage answers `look`; `ask` gives what a request is answered. */
function startWorker(look: () => Promise<unknown>) {
  const listeners = new Map<string, (event: Asked) => void>()
  const fetched: string[] = []
  runInNewContext(source, {
    URL,
    location: { origin: 'https://pipkin.example' },
    addEventListener: (kind: string, listener: (event: Asked) => void) =>
      listeners.set(kind, listener),
    caches: { match: look, open: async () => ({ match: look }) },
    fetch: async ({ url }: Asked['request']) => {
      fetched.push(url)
      return 'from the network'
    },
  })
  return {
    fetched,
    ask: (path: string, mode: string) =>
      new Promise((resolve) => {
        const request = { method: 'GET', mode, url: `https://pipkin.example${path}` }
        listeners.get('fetch')?.({ request, respondWith: resolve })
      }),
  }
}

const requests = [
  ['a screen', '/account/wallet', 'navigate'],
  ['a file', '/assets/main-abc.js', 'cors'],
] as const

test.for(requests)('%s is served from what is kept', async ([, path, mode]) => {
  const worker = startWorker(async () => 'kept')
  expect(await worker.ask(path, mode)).toBe('kept')
  expect(worker.fetched).toEqual([])
})

test.for(requests)(
  '%s comes from the network where nothing is kept, or the storage fails',
  async ([, path, mode]) => {
    for (const look of [
      async () => undefined,
      () => Promise.reject(new Error('An internal error')),
    ]) {
      const worker = startWorker(look)
      expect(await worker.ask(path, mode)).toBe('from the network')
      expect(worker.fetched).toHaveLength(1)
    }
  },
)
