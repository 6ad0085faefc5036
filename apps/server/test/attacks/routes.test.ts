import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type CallName, type CallSpec, callNames, contract } from '@pipkin/contract/schemas'
import { expect, onTestFinished, test } from 'vitest'
import type { createApp } from '../../src/app.ts'
import { inputsOf, sendCall } from '../calls/call-inputs.ts'
import { httpClient } from '../calls/http-client.ts'
import { startServer } from '../processes/running-server.ts'

/** The list of routes is the router's own: a new route without a guard is found here. */

type App = Awaited<ReturnType<typeof createApp>>

interface Route {
  readonly method: string
  readonly url: string
  readonly bodyLimit: number
}

/** What stands beside the contract: answers without a session, reads only. */
const openReads = new Set([
  '/healthz',
  '/readyz',
  '/uploads/:name',
  '/log/checkpoint',
  '/log/key',
  '/log/witnesses',
  '/log/tile/*',
  '/solvency/:name/tree',
])

/**
 * Writes that a visitor may make, each with a limit of its own (`players/account-limits.ts`) or no
 * work behind it.
 */
const openWrites = new Set<CallName>([
  'sendCode',
  'checkCode',
  'signUp',
  'logIn',
  'verifyPlayer',
  'forgotPassword',
  // A token that isn't known costs one look.
  'resetPassword',
  'freezeAccount',
  'giveSecondFactor',
  'passkeyOptions',
  'writeAsVisitor',
])

const mostBodyBytes = 64 * 1024

/** Builds the server and gives every route of it; `add` adds some of its own. */
async function serverWithRoutes(add: (app: App) => void = () => undefined) {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify: app } = message as { fastify: App }
    app.addHook('onRoute', ({ method, url, bodyLimit }) => {
      for (const one of [method].flat())
        routes.push({
          method: one,
          url,
          bodyLimit: bodyLimit ?? app.initialConfig.bodyLimit ?? Infinity,
        })
    })
    add(app)
  }
  subscribe('fastify.initialization', watch)
  const server = await startServer().finally(() => unsubscribe('fastify.initialization', watch))
  onTestFinished(() => server.close())
  return { url: server.url, routes }
}

/**
 * What is wrong with each route, by what it answers to a stranger; empty where every one is
 * guarded.
 */
async function unguarded({
  url,
  routes,
}: {
  url: string
  routes: readonly Route[]
}): Promise<string[]> {
  const inputs = inputsOf(10_000_000, 'nobody')
  const found: string[] = []
  for (const route of routes) {
    const complain = (why: string) => void found.push(`${route.method} ${route.url} ${why}`)
    const reads = route.method === 'GET' || route.method === 'HEAD'
    const calls = callsOf(route)
    if (calls.length === 0 && !(reads && openReads.has(route.url))) complain('is in no table')
    if (route.bodyLimit > mostBodyBytes) complain('takes bodies without end')
    if (!reads)
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ])
        if ((await fetch(url + route.url, { method: route.method, headers })).status !== 403)
          complain('takes writes from other sites')
    for (const name of calls) {
      const spec: CallSpec = contract[name]
      if (spec.session === 'required') {
        if ((await sendCall(httpClient(url), name, inputs[name])).status !== 401)
          complain('answers without a session')
      } else if (!reads && !openWrites.has(name)) complain('is an open write without a limit')
    }
  }
  return found
}

/** The calls that a route serves: two may share a path. */
const callsOf = ({ method, url }: Route): CallName[] =>
  callNames.filter((name) => {
    const { call }: CallSpec = contract[name]
    return (
      url === `/api/${call.path}` &&
      (method === call.method || (method === 'HEAD' && call.method === 'GET'))
    )
  })

test('ROUTE-01 every route of the server is in the contract and guarded as it says', async () => {
  const server = await serverWithRoutes()
  expect(server.routes.length).toBeGreaterThan(callNames.length)
  expect(await unguarded(server)).toEqual([])
})

test('ROUTE-02 every call of the contract is a route', async () => {
  const { routes } = await serverWithRoutes()
  const served = new Set(routes.flatMap(callsOf))
  expect(callNames.filter((name) => !served.has(name))).toEqual([])
})

test('ROUTE-03 a new route without a guard is found', async () => {
  const server = await serverWithRoutes((app) => {
    app.get('/api/everybody', async () => ({ Status: true }))
    app.route({ method: 'GET', url: '/dump', handler: async () => ({ Status: true }) })
    // The origin is checked for this one too, since that hook is the whole server's.
    app.post('/api/giveaway', { bodyLimit: 1e9 }, async () => ({ Status: true }))
  })
  expect(await unguarded(server)).toEqual([
    'GET /api/everybody is in no table',
    'HEAD /api/everybody is in no table',
    'GET /dump is in no table',
    'HEAD /dump is in no table',
    'POST /api/giveaway is in no table',
    'POST /api/giveaway takes bodies without end',
  ])
})

test('ROUTE-04 every guarded call that names a player compares it with the session', () => {
  const inputs = inputsOf(10_000_000, 'nobody')
  const fieldsOf = (input: unknown): string[] =>
    typeof input === 'object' && input !== null
      ? Object.entries(input).flatMap(([key, inner]) => [key, ...fieldsOf(inner)])
      : []
  for (const name of callNames) {
    const spec: CallSpec = contract[name]
    const own = fieldsOf(inputs[name]).filter((key) =>
      /^(user_?id|senderId|referrer_id)$/i.test(key),
    )
    if (spec.session === 'required' && own.length > 0) expect(spec.own, name).toBe(true)
  }
})
