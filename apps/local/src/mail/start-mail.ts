import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as `/dev/mail` shows it; `at` is ISO 8601 UTC. */
export interface CaughtMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly at: string
}

export interface MailCatcher {
  readonly smtpUrl: string
  /** The newest 200, newest first. */
  list(): readonly CaughtMail[]
  stop(): Promise<void>
}

const kept = 200
const longestMail = 1024 * 1024

/** Starts a mail server that catches every mail. `onCode` gets each mailed code, to print it. */
export async function startMail({
  onCode,
  port = 0,
}: {
  onCode?: (to: string, code: string) => void
  port?: number
} = {}): Promise<MailCatcher> {
  const mails: CaughtMail[] = []

  async function take(stream: Readable, to: string) {
    const { subject = '', text = '' } = await PostalMime.parse(await buffer(stream))
    mails.unshift({ to, subject, text: text.trim(), at: new Date().toISOString() })
    mails.length = Math.min(mails.length, kept)
    const code = /\bcode is (\d{4}|\d{6})\b/.exec(text)?.[1]
    if (code) onCode?.(to, code)
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: longestMail,
    // A client that keeps its connection open delays the end by a second at most.
    closeTimeout: 1_000,
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address).join(', ')
      take(stream, to).then(() => done(), done)
    },
  })
  const { server: listening } = server
  await once(server.listen(port, '127.0.0.1'), 'listening')
  // A sender may die in the middle of a mail; that is no error of this process.
  server.on('error', () => undefined)
  const address = listening.address()
  if (!address || typeof address === 'string') throw new Error('the mail catcher has no port')
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    list: () => mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
