import { listGames } from '@pipkin/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { signedOut } from '../api/session-signals.ts'
import { profileAsks } from './profile.ts'
import {
  logOut,
  onStored,
  readSession,
  type Session,
  sessionFormat,
  startSession,
  verifySession,
} from './session.ts'

const meera = { mobile: '9000012345', name: 'Meera Nair', id: 48213075 }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const serverAnswers = (status: number, body: object) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))

describe('the stored session', () => {
  test('comes back as it was stored, the same object each time', () => {
    startSession(meera)
    expect(readSession()).toEqual(meera)
    expect(readSession()).toBe(readSession())
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"name":"A"}',
    '{"name":"A","userID":"x"}',
    '{"userID":48213075}',
  ])('%j is none', (text) => expect(sessionFormat.parse(text)).toBeUndefined())

  test('an id kept as text is still an id', () =>
    expect(sessionFormat.parse('{"mobile":"9","name":"A","userID":"48213075"}')?.id).toBe(48213075))
})

describe('the check beside a screen', () => {
  beforeEach(() => startSession(meera))

  test('a player who is verified stays', async () => {
    serverAnswers(200, { status: true, message: '' })
    await verifySession()
    expect(readSession()).toEqual(meera)
  })

  test('a clear no clears, silently', async () => {
    serverAnswers(200, { status: false, message: 'Please log in' })
    await verifySession()
    expect(readSession()).toBeNull()
  })

  test.each([429, 500, 503])('HTTP %i ends no session', async (status) => {
    serverAnswers(status, { status: false, message: '' })
    await verifySession()
    expect(readSession()).toEqual(meera)
  })

  test('a network failure ends no session', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await verifySession()
    expect(readSession()).toEqual(meera)
  })

  test('a no that is about the player before doesn’t clear the one who logged in meanwhile', async () => {
    const joel = { ...meera, name: 'Joel', id: 31958402 }
    vi.stubGlobal('fetch', async () => {
      startSession(joel)
      return new Response('{"status":false,"message":""}')
    })
    await verifySession()
    expect(readSession()).toEqual(joel)
  })

  test('a yes that is about the player before says nothing of the one who logged in meanwhile', async () => {
    profileAsks.set({})
    vi.stubGlobal('fetch', async () => {
      startSession({ ...meera, name: 'Joel', id: 31958402 })
      return new Response('{"status":true,"message":"","Idle_Minutes":7}')
    })
    await verifySession()
    expect(profileAsks.read()).toEqual({})
  })
})

describe('an answer that there is no session', () => {
  beforeEach(() => startSession(meera))

  /** A server that finds no session for any call, and answers the check as given. */
  function serverThat(check: () => Promise<Response>): string[] {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path)
      return path === '/api/verify-user' ? check() : nobody()
    })
    return asked
  }
  const nobody = async () =>
    new Response('{"Status":false,"Message":"Please log in"}', { status: 401 })
  const says = (status: boolean) => async () =>
    new Response(JSON.stringify({ status, message: '', Idle_Minutes: 7 }))

  test('ends it here when the check says no', async () => {
    serverThat(says(false))
    expect(await call(listGames)).toMatchObject({ ok: false, kind: 'refused', status: 401 })
    await vi.waitFor(() => expect(readSession()).toBeNull(), patience)
  })

  test('ends none that lives: the request ran longer than its token', async () => {
    profileAsks.set({})
    const { promise, resolve } = Promise.withResolvers<Response>()
    const asked = serverThat(() => promise)
    await Promise.all([call(listGames), call(listGames)])
    resolve(await says(true)())
    await vi.waitFor(() => expect(profileAsks.read()).toEqual({ idleMinutes: 7 }), patience)
    expect(readSession()).toEqual(meera)
    // One check for both; a later answer is asked about again.
    expect(asked).toEqual(['/api/gameList', '/api/gameList', '/api/verify-user'])
    serverThat(says(false))
    await vi.waitFor(async () => {
      await call(listGames)
      expect(readSession()).toBeNull()
    }, patience)
  })

  test('is not asked about again where the check is answered so, too', async () => {
    const heard = vi.fn()
    const stop = signedOut.listen(heard)
    // It stops asking: a page that asked again each time would never end.
    const asked = serverThat(() => (asked.length < 9 ? nobody() : says(true)()))
    await call(listGames)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), patience)
    // One more would go out before this.
    await verifySession()
    expect(asked).toEqual(['/api/gameList', '/api/verify-user', '/api/verify-user'])
    expect(readSession()).toEqual(meera)
    stop()
  })
})

describe('a log-out', () => {
  /** The calls that went out, each with its given answer. */
  function serverThat(answer: () => Promise<Response>): string[] {
    const asked: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path)
      return answer()
    })
    return asked
  }
  const heard = async () => new Response('{"Status":true,"Message":""}')
  const away = () => Promise.reject(new TypeError('fetch failed'))
  beforeEach(() => startSession(meera))

  test('SESSION-18 that went unheard is sent again on the way to each screen, until it is heard', async () => {
    serverThat(away)
    await logOut()
    expect(readSession()).toBeNull()
    await verifySession()
    const asked = serverThat(heard)
    await verifySession()
    await verifySession()
    expect(asked).toEqual(['/api/logout'])
  })

  test('that was heard is sent once; a log-in since makes it needless', async () => {
    const told = serverThat(heard)
    await Promise.all([logOut(), verifySession()])
    expect(told).toEqual(['/api/logout'])
    startSession(meera)
    serverThat(away)
    await logOut()
    startSession(meera)
    const asked = serverThat(heard)
    await verifySession()
    expect(asked).toEqual(['/api/verify-user'])
  })
})

test('SESSION-19 what another tab says of another player forgets what was read for this one', () => {
  const stored = (session: Session | null) => (session ? sessionFormat.stringify(session) : null)
  const chain = ['describeChain']
  queryClient.setQueryData(chain, 'the wallet of this player')
  onStored({
    key: 'userGame',
    oldValue: stored(meera),
    newValue: stored({ ...meera, name: 'Meera D.' }),
  })
  onStored({ key: 'theme', oldValue: null, newValue: 'dark' })
  expect(queryClient.getQueryData(chain)).toBeDefined()
  onStored({ key: 'userGame', oldValue: stored(meera), newValue: null })
  expect(queryClient.getQueryData(chain)).toBeUndefined()
})
