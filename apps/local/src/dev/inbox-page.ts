import type { CaughtMail } from '../mail/start-mail.ts'

/** The caught mails as a page: plain, newest first, read again by a reload. */
export const inboxPage = (mails: readonly CaughtMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Inbox · Pipkin</title>
<style>
  :root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif }
  body { max-width: 40rem; margin: 0 auto; padding: 1.5rem }
  article { border-top: 1px solid; padding: 1rem 0 }
  h2 { font-size: 1rem; margin: 0 } pre { white-space: pre-wrap; font: inherit; margin: .5rem 0 0 } small { opacity: .75 }
</style></head><body><h1>Inbox</h1><p>Every mail that this machine's Pipkin has sent.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(mailArticle).join('\n')}
</body></html>`

const mailArticle = ({ to, subject, text, at }: CaughtMail): string =>
  `<article><h2>${escaped(subject)}</h2><small>To ${escaped(to)}, <time datetime="${escaped(at)}">${escaped(at)}</time></small><pre>${escaped(text)}</pre></article>`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
