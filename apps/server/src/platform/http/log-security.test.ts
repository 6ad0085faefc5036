import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { httpClient } from '../../../test/calls/http-client.ts'
import { startServer } from '../../../test/processes/running-server.ts'

test('what was set of limits and breaks is logged, for a restore that loses it', async () => {
  let text = ''
  const log = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const server = await startServer({ LOG_LEVEL: 'info' }, log)
  onTestFinished(() => server.close())
  const me = await server.player()
  await me.post('setLimit', { kind: 'loss', period: 'day', amount: 20, tz: 'UTC' })
  await me.post('takeBreak', { kind: 'exclusion', length: '2y' })
  await me.post('takeBreak', { kind: 'exclusion', length: '1y' })
  const lines = () => text.split('\n').filter((line) => line.includes('"security"'))
  await expect.poll(() => lines().length).toBe(2)
  expect(lines().map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { call: 'setLimit', player: me.id, asked: { kind: 'loss', period: 'day', amount: 20 } },
    { call: 'takeBreak', player: me.id, asked: { kind: 'exclusion', length: '1y' } },
  ])
})

test('LOG-03 log-ins, log-outs and reaches for what is another’s are a line each, without what was sent', async () => {
  let text = ''
  const log = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const server = await startServer({ LOG_LEVEL: 'info' }, log)
  onTestFinished(() => server.close())
  const me = await server.player()
  await httpClient(server.url).post('userLogin', {
    Mobile_No: '9876543210',
    Password: 'a wrong one',
  })
  await me.send('openRounds?User_Id=99999998', { method: 'GET' })
  await me.send(`openRounds?User_Id=${me.id}`, { method: 'GET' })
  await me.post('confirm', { code: '987654' })
  await me.post('logout')
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line.includes('"security"'))
      .map(
        (line) =>
          JSON.parse(line) as { call: string; outcome: string; ip: string; player: number | null },
      )
  // A line is written when the answer has gone.
  await expect.poll(() => lines().length).toBe(4)
  expect(lines()).toMatchObject([
    { call: 'logIn', outcome: 'loginFailed', ip: '127.0.0.1', player: null },
    { call: 'listOpenRounds', outcome: 'forbidden', player: me.id },
    { call: 'confirmSession', outcome: 'codeOver', player: me.id },
    { call: 'logOut', outcome: 'done', player: me.id },
  ])
  expect(text).not.toMatch(/9876543210|a wrong one|99999998|987654/)
  expect(text).not.toContain(me.cookies.get('sid') ?? 'sid=')
})
