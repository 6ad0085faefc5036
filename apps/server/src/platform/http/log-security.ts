import type { CallName, PlayerId } from '@pipkin/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { callOf } from './measure-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The player of the request's session, once it was looked up. */
    player: PlayerId | null
  }
}

/** The calls that open, confirm or close a session, or change how its player gets in or is paid. */
const accessCalls = new Set<CallName | undefined>([
  'sendCode',
  'checkCode',
  'signUp',
  'forgotPassword',
  'resetPassword',
  'logIn',
  'giveSecondFactor',
  'confirmSession',
  'sendConfirmation',
  'logOut',
  'endSession',
  'endOtherSessions',
  'freezeAccount',
  'closeAccount',
  'changePassword',
  'updateProfile',
  'startTotp',
  'confirmTotp',
  'removeTotp',
  'addPasskey',
  'removePasskey',
  'linkWallet',
  'unlinkWallet',
])

/**
 * The calls that change a player's limits or breaks. A restore loses what was set in the lost time,
 * so the log keeps what they asked for (docs/runbooks/backup.md).
 */
const limitCalls = new Set<CallName | undefined>(['setLimit', 'confirmLimit', 'takeBreak'])

/**
 * Logs each attempt at such a call, and each attempt at another player's data: its address, player
 * and outcome. Never its input, but for what was set of limits and breaks.
 */
export function logSecurity(server: FastifyInstance): void {
  server.decorateRequest('player', null)
  server.addHook('onResponse', async (request, { refusal }) => {
    const call = callOf(request)
    const isLimit = limitCalls.has(call) && refusal === null
    if (!accessCalls.has(call) && !isLimit && refusal !== 'forbidden') return
    const { id: requestId, ip, player } = request
    request.log.info(
      {
        call,
        outcome: refusal ?? 'done',
        ip,
        player,
        requestId,
        ...(isLimit && { asked: request.body }),
      },
      'security',
    )
  })
}
