import { createMailer, type Mailer } from '../../src/platform/process/mail.ts'

/** The mailer, with patience for a mail catcher on a busy machine. */
export const patientMailer = (smtpUrl: string, from: string): Mailer =>
  createMailer({ smtpUrl, from, patienceMs: 30_000 })
