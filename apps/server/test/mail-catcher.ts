import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtMail extends Email {
  /** As the mail server was told, whatever the headers say. */
  readonly recipients: readonly string[]
  readonly raw: string
}

export interface MailCatcher {
  readonly smtpUrl: string
  readonly mails: readonly CaughtMail[]
  /** The four digits of the newest mail to an address. */
  codeFor(address: string): string
  close(): Promise<void>
}

/** A real SMTP server on this machine that keeps what it is given. */
export async function catchMail(): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      text(stream)
        .then(async (raw) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          mails.push({ ...(await PostalMime.parse(raw)), recipients, raw })
          callback()
        })
        .catch(callback)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    codeFor(address) {
      const mail = mails.findLast(({ recipients }) => recipients.includes(address))
      const code = mail && /\b\d{4}\b/.exec(mail.text ?? '')?.[0]
      if (code === undefined) throw new Error(`no code was mailed to ${address}`)
      return code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
