import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { catchMail } from '../../test/mail-catcher.ts'
import { createMailer } from './mail.ts'
import { OutsideFailure } from './outside-failure.ts'

const from = 'Pipkin <no-reply@example.com>'

async function catcher() {
  const mail = await catchMail()
  onTestFinished(() => mail.close())
  return { mail, mailer: createMailer({ smtpUrl: mail.smtpUrl, from }) }
}

/** A server that takes connections, says `greeting` and then nothing more. */
async function silentServer(greeting: string): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('sends plain text and the same as HTML, with nothing of it taken for markup', async () => {
  const { mail, mailer } = await catcher()
  await mailer.send({ to: 'a@example.com', subject: 'Hello', text: 'One <b>&\n\nTwo' })
  const [caught] = mail.mails
  expect(caught).toMatchObject({
    recipients: ['a@example.com'],
    subject: 'Hello',
    from: { name: 'Pipkin', address: 'no-reply@example.com' },
    text: 'One <b>&\n\nTwo\n',
    html: '<p>One &#60;b&#62;&#38;</p>\n<p>Two</p>\n',
  })
})

test.each(['a@example.com\r\nBcc: b@example.com', 'a@example.com\nb', 'a\0@example.com'])(
  'a line break in an address or a subject is a bug: %j',
  async (text) => {
    const { mail, mailer } = await catcher()
    await expect(mailer.send({ to: text, subject: 'Hello', text: 'x' })).rejects.toThrow('control character')
    await expect(mailer.send({ to: 'a@example.com', subject: text, text: 'x' })).rejects.toThrow(
      'control character',
    )
    expect(mail.mails).toEqual([])
  },
)

test('an address that reads like a list is one address', async () => {
  const { mail, mailer } = await catcher()
  await mailer.send({ to: 'a@example.com, b@example.com', subject: 'x', text: 'x' }).catch(() => undefined)
  expect(mail.mails.flatMap(({ recipients }) => recipients)).not.toContain('b@example.com')
})

test.each([
  ['that refuses connections', async () => 'smtp://127.0.0.1:1'],
  ['that never greets', () => silentServer('')],
  ['that greets and then sleeps', () => silentServer('220 hello\r\n')],
])('a mail server %s is an outside failure within two seconds', async (_, smtpUrl) => {
  const mailer = createMailer({ smtpUrl: await smtpUrl(), from })
  const begun = performance.now()
  await expect(mailer.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toThrow(OutsideFailure)
  expect(performance.now() - begun).toBeLessThan(2_500)
})
