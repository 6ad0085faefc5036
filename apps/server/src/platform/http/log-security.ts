import type { CallName, PlayerId } from '@pipkin/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { callOf } from './call-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session came with the request, once it was looked up. */
    player: PlayerId | null
  }
}

/** What opens, closes or changes the way into an account or to its money. */
const doors = new Set<CallName | undefined>([
  'sendCode',
  'checkCode',
  'signUp',
  'logIn',
  'logOut',
  'changePassword',
  'updateProfile',
  'linkWallet',
])

/**
 * A line for each attempt at such a call and for each reach for what is another's: from where, by
 * whom, how it ended. Never what was sent.
 */
export function logSecurity(server: FastifyInstance): void {
  server.decorateRequest('player', null)
  server.addHook('onResponse', async (request, { refusal }) => {
    const call = callOf(request)
    if (!doors.has(call) && refusal !== 'forbidden') return
    const { id: requestId, ip, player } = request
    request.log.info({ call, outcome: refusal ?? 'done', ip, player, requestId }, 'security')
  })
}
