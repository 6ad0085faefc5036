import type { CaughtMail } from '../../../local/src/mail/start-mail.ts'

/** The newest code that was mailed to an address: other mails may have come since. */
export function mailedCode(newestFirst: readonly CaughtMail[], address: string): string {
  const [code] = newestFirst.flatMap(({ to, text }) =>
    to === address ? (/\bcode is (\d+)\b/.exec(text)?.[1] ?? []) : [],
  )
  if (code === undefined) throw new Error(`no code was mailed to ${address}`)
  return code
}
