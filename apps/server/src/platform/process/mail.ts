import { createTransport } from 'nodemailer'
import { OutsideFailure } from './outside-failure.ts'

/**
 * A mail to one address. `text` is plain, with an empty line between paragraphs, and becomes HTML
 * too.
 */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /**
   * Hands a mail to the mail server. Throws `OutsideFailure` if the server doesn't accept it in
   * time.
   */
  send(mail: Mail): Promise<void>
}

interface MailerOptions {
  readonly smtpUrl: string
  /** The sender, as `Name <address>`. */
  readonly from: string
  /** How long the server may take to accept a mail; a player waits for some. */
  readonly patienceMs?: number
}

/** Sends mails through an SMTP server. */
export function createMailer({ smtpUrl, from, patienceMs = 2_000 }: MailerOptions): Mailer {
  const transport = createTransport({ url: smtpUrl }, { from })
  return {
    async send({ to, subject, text }) {
      assertOneLine(to)
      assertOneLine(subject)
      try {
        await transport.sendMail({
          // An object is always one address; a text could be read as a list.
          to: { name: '', address: to },
          subject,
          text,
          html: htmlOf(text),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(patienceMs),
        })
      } catch (cause) {
        throw new OutsideFailure('the mail server did not take a mail', { cause })
      }
    },
  }
}

/** A line break could add a header. Forms refuse it before, so here it is a bug. */
function assertOneLine(header: string): void {
  if (/\p{Cc}/u.test(header)) throw new Error('a mail header has a control character')
}

/** A web address, without the mark that ends its sentence. */
const webAddress = /(https?:\/\/\S*[^\s.,;:!?)])/

/** Paragraphs and lines as in the text, and links that every mail program opens. */
const htmlOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split(webAddress).map(partHtml).join('')}</p>`)
    .join('\n')

/** `split` puts the addresses between the words. */
function partHtml(part: string, index: number): string {
  const escaped = part.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return index % 2 === 1
    ? `<a href="${escaped}">${escaped}</a>`
    : escaped.replaceAll('\n', '<br>\n')
}
