import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { encodeEnvelope } from '@pipkin/contract'
import { openApi } from '@pipkin/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { LocalChain } from '../chain/start-chain.ts'
import type { MailCatcher } from '../mail/start-mail.ts'
import { inboxPage } from './inbox-page.ts'

/**
 * What only the one-machine default has beside the product: the mails that were caught, test money,
 * the chain's JSON-RPC and the calls' documentation. Production never loads this file.
 */
export async function addDevRoutes(
  server: FastifyInstance,
  { chain, mail }: { chain: LocalChain; mail: MailCatcher },
): Promise<void> {
  server.get('/dev/mail', () => mail.list())
  server.get('/dev/inbox', (_, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(inboxPage(mail.list())),
  )
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
  // The page's types know OpenAPI 2 and 3.0; the document is 3.1.
  await server.register(swagger, {
    mode: 'static',
    specification: { document: openApi() as never },
  })
  // The page brings styles of its own, which the app's policy doesn't allow.
  await server.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

function addressOf(body: unknown): `0x${string}` | null {
  const address =
    typeof body === 'object' && body !== null && 'address' in body ? body.address : null
  return typeof address === 'string' && /^0x[0-9a-fA-F]{40}$/.test(address)
    ? `0x${address.slice(2)}`
    : null
}
