import { expect, test } from 'vitest'
import { openAccountsForTest, someone } from '../../test/accounts.ts'
import { sql } from '../platform/database/database.ts'
import { sendCode } from './codes/send-code.ts'
import { forgotPassword } from './passwords/forgot-password.ts'
import { logIn } from './sessions/log-in.ts'

/** The fastest quarter: what else the machine does slows down the others. */
const quartile = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 2] ?? 0

/** The quartiles of two acts in ms, measured in turns. */
async function quartilesOf(acts: [() => Promise<unknown>, () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 15; turn += 1)
    for (const n of turn % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const from = performance.now()
      await acts[n]()
      times[n].push(performance.now() - from)
    }
  return [quartile(times[0]), quartile(times[1])] as const
}

/** A busy machine may slow down one of the two for a while; a real difference stays. */
async function expectAlike(known: () => Promise<unknown>, unknown: () => Promise<unknown>) {
  const measured: string[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    const [a, b] = await quartilesOf([known, unknown])
    if (Math.abs(a - b) < 2 + 0.3 * Math.max(a, b)) return
    measured.push(`${a} and ${b} ms`)
  }
  expect.fail(`known and unknown differ: ${measured.join(', ')}`)
}

test('a number or an address that has an account is answered in the time of one that has none', async () => {
  const { deps, owner, browser, newPlayer } = await openAccountsForTest(false)
  const { mobile, email, password } = await newPlayer()
  const guarded = await newPlayer()
  await owner.rows(sql`update players.accounts set has_totp = true where player_id = $1`, [
    guarded.id,
  ])
  const logInTo = (number: string) => () =>
    logIn(deps, { mobile: number, password: 'a wrong one' }, browser())
  const ask = (address: () => string) => () =>
    sendCode(deps, { email: address(), name: '' }, browser())
  const forget = (address: () => string) => () =>
    forgotPassword(deps, { email: address() }, browser())
  // A browser that the account of the number knows.
  const own = browser()
  await logIn(deps, { mobile, password }, own)
  const guessFrom = (number: string) => () =>
    logIn(deps, { mobile: number, password: 'a wrong one' }, own)
  await expectAlike(guessFrom(mobile), guessFrom(someone().mobile))
  await expectAlike(
    forget(() => email),
    forget(() => someone().email),
  )
  await expectAlike(logInTo(mobile), logInTo(someone().mobile))
  await expectAlike(logInTo(guarded.mobile), logInTo(someone().mobile))
  await expectAlike(
    ask(() => email),
    ask(() => someone().email),
  )
})
