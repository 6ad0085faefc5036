import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from './mail.ts'
import { OutsideFailure } from './outside-failure.ts'

const from = 'Pipkin <no-reply@example.com>'

/** A mail server that keeps each command and mail, headers included. */
async function receiver() {
  const mails: (Email & { recipients: string[] })[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => mails.push({ ...mail, recipients }))
        .then(() => done(), done)
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { mails, mailer: createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from }) }
}

/** A server that takes connections, says `greeting` and then falls silent. */
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

test('WORDS-06 sends plain text and the same as HTML, with nothing of it taken for markup', async () => {
  const { mails, mailer } = await receiver()
  await mailer.send({ to: 'a@example.com', subject: 'Hello', text: 'One <b>&\n\nTwo' })
  const [caught] = mails
  expect(caught).toMatchObject({
    recipients: ['a@example.com'],
    subject: 'Hello',
    from: { name: 'Pipkin', address: 'no-reply@example.com' },
    text: 'One <b>&\n\nTwo\n',
    html: '<p>One &#60;b&#62;&#38;</p>\n<p>Two</p>\n',
  })
})

test('HTML keeps lines, and a web address is a link, without the mark behind it', async () => {
  const { mails, mailer } = await receiver()
  const text = 'Two lines:\none (http://example.com/a?b=1&c="2"#d), and https://example.com/e.'
  await mailer.send({ to: 'a@example.com', subject: 'Hello', text })
  const [one, other] = ['http://example.com/a?b=1&#38;c=&#34;2&#34;#d', 'https://example.com/e']
  expect(mails[0]?.html).toBe(
    `<p>Two lines:<br>\none (<a href="${one}">${one}</a>), and <a href="${other}">${other}</a>.</p>\n`,
  )
})

test.each(['a@example.com\r\nBcc: b@example.com', 'a@example.com\nb', 'a\0@example.com'])(
  'WORDS-04 a line break in an address or a subject is a bug: %j',
  async (text) => {
    const { mails, mailer } = await receiver()
    await expect(mailer.send({ to: text, subject: 'Hello', text: 'x' })).rejects.toThrow(
      'control character',
    )
    await expect(mailer.send({ to: 'a@example.com', subject: text, text: 'x' })).rejects.toThrow(
      'control character',
    )
    expect(mails).toEqual([])
  },
)

test('WORDS-05 an address that reads like a list is one address', async () => {
  const { mails, mailer } = await receiver()
  await mailer
    .send({ to: 'a@example.com, b@example.com', subject: 'x', text: 'x' })
    .catch(() => undefined)
  expect(mails.flatMap(({ recipients }) => recipients)).not.toContain('b@example.com')
})

test.each([
  ['that refuses connections', async () => 'smtp://127.0.0.1:1'],
  ['that never greets', () => silentServer('')],
  ['that greets and then sleeps', () => silentServer('220 hello\r\n')],
])('a mail server %s is soon an outside failure', async (_, smtpUrl) => {
  const mailer = createMailer({ smtpUrl: await smtpUrl(), from })
  const begun = performance.now()
  await expect(mailer.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toThrow(
    OutsideFailure,
  )
  // On a busy machine two seconds take longer; the library itself would wait for half a minute.
  expect(performance.now() - begun).toBeLessThan(20_000)
})
