import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { httpClient } from '../../../test/calls/http-client.ts'
import { startServer } from '../../../test/processes/running-server.ts'

/** A server with a player, and what it logs. */
async function loggedServer() {
  let text = ''
  const log = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const server = await startServer({ LOG_LEVEL: 'info' }, log)
  onTestFinished(() => server.close())
  const lines = () => text.split('\n').filter((line) => line.includes('"security"'))
  return {
    server,
    me: await server.player(),
    text: () => text,
    /** So many lines about security: one is written when its answer has gone. */
    async lines(count: number): Promise<unknown[]> {
      await expect.poll(() => lines().length).toBe(count)
      return lines().map((line): unknown => JSON.parse(line))
    },
  }
}

test('what was set of limits and breaks is logged, for a restore that loses it', async () => {
  const { me, lines } = await loggedServer()
  await me.post('setLimit', { kind: 'loss', period: 'day', amount: 20, tz: 'UTC' })
  await me.post('takeBreak', { kind: 'exclusion', length: '2y' })
  await me.post('takeBreak', { kind: 'exclusion', length: '1y' })
  expect(await lines(2)).toMatchObject([
    { call: 'setLimit', player: me.id, asked: { kind: 'loss', period: 'day', amount: 20 } },
    { call: 'takeBreak', player: me.id, asked: { kind: 'exclusion', length: '1y' } },
  ])
})

test('LOG-03 log-ins, log-outs and reaches for what is another’s are a line each, without what was sent', async () => {
  const { server, me, text, lines } = await loggedServer()
  await httpClient(server.url).post('userLogin', {
    Mobile_No: '9876543210',
    Password: 'a wrong one',
  })
  await me.send('openRounds?User_Id=99999998', { method: 'GET' })
  await me.send(`openRounds?User_Id=${me.id}`, { method: 'GET' })
  await me.post('confirm', { code: '987654' })
  await me.post('logout')
  expect(await lines(4)).toMatchObject([
    { call: 'logIn', outcome: 'loginFailed', ip: '127.0.0.1', player: null },
    { call: 'listOpenRounds', outcome: 'forbidden', player: me.id },
    { call: 'confirmSession', outcome: 'codeOver', player: me.id },
    { call: 'logOut', outcome: 'done', player: me.id },
  ])
  expect(text()).not.toMatch(/9876543210|a wrong one|99999998|987654/)
  expect(text()).not.toContain(me.cookies.get('sid') ?? 'sid=')
})

test('LOG-03 what ends sessions, unlinks a wallet, freezes or closes an account is a line', async () => {
  const { me, text, lines } = await loggedServer()
  const address = `0x${'c3'.repeat(20)}`
  await me.post('endSession', { id: '00000000-0000-4000-8000-000000000000' })
  await me.post('endOtherSessions')
  await me.post('unlinkWallet', { address })
  await me.post('freezeAccount', { token: 'a link of another’s' })
  await me.post('closeAccount')
  expect(await lines(5)).toMatchObject([
    { call: 'endSession', outcome: 'notFound', player: me.id },
    { call: 'endOtherSessions', outcome: 'done', player: me.id },
    { call: 'unlinkWallet', outcome: 'addressNotLinked', player: me.id },
    { call: 'freezeAccount', outcome: 'linkOver', player: me.id },
    { call: 'closeAccount', outcome: 'done', player: me.id },
  ])
  expect(text()).not.toMatch(/a link of another’s|0xc3/)
})
