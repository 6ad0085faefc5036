import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { encodeEnvelope } from '@pipkin/contract'
import { openApi } from '@pipkin/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { LocalChain } from '../chain/start-chain.ts'
import type { CaughtMail, MailCatcher } from '../mail/start-mail.ts'

/**
 * Adds the routes of the one-machine default: the caught mails (`?to=` one address), a register,
 * test money, the chain's JSON-RPC and the calls' documentation. Production never loads this file.
 */
export async function addDevRoutes(
  server: FastifyInstance,
  { chain, mail }: { chain: LocalChain; mail: MailCatcher },
): Promise<void> {
  server.get<{ Querystring: { to?: unknown } }>('/dev/mail', ({ query }) =>
    mail.list().filter(({ to }) => query.to === undefined || to === query.to),
  )
  server.get('/dev/inbox', (_, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(inboxPage(mail.list())),
  )
  // A register of excluded players that knows none.
  server.post('/dev/register', () => ({ excluded: false, playsElsewhere: false }))
  server.post('/dev/rpc', async (request, reply) => reply.send(await chain.handle(request.body)))
  server.post('/dev/faucet', async (request, reply) => {
    const address = addressOf(request.body)
    if (!address)
      return reply
        .code(400)
        .send(encodeEnvelope({}, { isDone: false, message: 'An address is needed' }))
    await chain.faucet(address)
    return encodeEnvelope({}, { isDone: true, message: 'Sent 10,000 test tokens and 1 ETH' })
  })
  // The plugin's types end at OpenAPI 3.0; the document is 3.1.
  await server.register(swagger, {
    mode: 'static',
    specification: { document: openApi() as never },
  })
  // The page has inline styles, which the app's policy forbids.
  await server.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

function addressOf(body: unknown): `0x${string}` | null {
  const address =
    typeof body === 'object' && body !== null && 'address' in body ? body.address : null
  return typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address)
    ? `0x${address.slice(2)}`
    : null
}

/** The caught mails as a page, newest first. */
const inboxPage = (mails: readonly CaughtMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Inbox · Pipkin</title>
<style>
  :root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif }
  body { max-width: 40rem; margin: 0 auto; padding: 1.5rem }
  article { border-top: 1px solid; padding: 1rem 0 }
  h2 { font-size: 1rem; margin: 0 }
  pre { white-space: pre-wrap; font: inherit; margin: .5rem 0 0 }
  small { opacity: .75 }
</style></head><body><h1>Inbox</h1><p>Every mail that this machine's Pipkin has sent.</p>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map(mailArticle).join('\n')}
</body></html>`

const mailArticle = ({ to, subject, text, at }: CaughtMail): string =>
  `<article><h2>${escaped(subject)}</h2><small>To ${escaped(to)}, <time datetime="${escaped(at)}">${escaped(at)}</time></small><pre>${escaped(text)}</pre></article>`

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
