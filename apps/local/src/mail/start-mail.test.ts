import { once } from 'node:events'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MailCatcher, startMail } from './start-mail.ts'

const onCode = vi.fn()
let mail: MailCatcher
beforeEach(async () => {
  onCode.mockReset()
  mail = await startMail({ onCode })
})
afterEach(() => mail.stop())

async function send(to: string, subject: string, text: string) {
  const transport = createTransport(mail.smtpUrl)
  await transport.sendMail({ from: 'pipkin@localhost', to, subject, text })
  transport.close()
}

test('keeps what was sent, newest first, with its letters as they were written', async () => {
  await send(
    'ana@example.com',
    'Verify your e-mail',
    'Olá Ana, your code is 0427. It holds for 10 minutes — not longer.',
  )
  await send('bo@example.com', 'Grüße', 'No code here: 123 and 12345.')
  expect(mail.list()).toEqual([
    {
      to: 'bo@example.com',
      subject: 'Grüße',
      text: 'No code here: 123 and 12345.',
      at: expect.any(String),
    },
    {
      to: 'ana@example.com',
      subject: 'Verify your e-mail',
      text: 'Olá Ana, your code is 0427. It holds for 10 minutes — not longer.',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  ])
})

test('reads each code once, and takes no year for one', async () => {
  await send('ana@example.com', 'Verify your e-mail', 'Your code is 0427.')
  await send('ana@example.com', 'Your Pipkin code', 'Your code is 368884')
  await send('bo@example.com', 'A new log-in', 'On 28 Nov 2026, 08:30 UTC.')
  expect(onCode.mock.calls).toEqual([
    ['ana@example.com', '0427'],
    ['ana@example.com', '368884'],
  ])
})

test('the newest 200 mails are kept', async () => {
  const transport = createTransport({ url: mail.smtpUrl, pool: true, maxConnections: 1 })
  for (let i = 1; i <= 205; i++) {
    await transport.sendMail({
      from: 'pipkin@localhost',
      to: 'ana@example.com',
      subject: `mail ${i}`,
      text: '-',
    })
  }
  transport.close()
  expect(mail.list()).toHaveLength(200)
  expect(mail.list()[0]?.subject).toBe('mail 205')
  expect(mail.list().at(-1)?.subject).toBe('mail 6')
})

test('outlives who dies within a mail', async () => {
  const socket = connect(Number(new URL(mail.smtpUrl).port), '127.0.0.1')
  await once(socket, 'data')
  for (const command of ['EHLO localhost', 'MAIL FROM:<pipkin@localhost>']) {
    socket.write(`${command}\r\n`)
    await once(socket, 'data')
  }
  socket.resetAndDestroy()
  await send('ana@example.com', 'Verify your e-mail', 'Your code is 0427.')
  expect(mail.list()).toHaveLength(1)
})
