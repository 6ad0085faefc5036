import { contract } from '@pipkin/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { type Refusal, refuse } from './answer.ts'
import type { Session } from './call.ts'
import { sendRefusal } from './create-server.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { findSessionOf, refuseFlood, type SenderOptions } from './find-sender.ts'

/** What the call that answers with a stream needs. */
interface Events {
  /** Opens a stream, or says why not. */
  accept(session: Session, open: (retryMs: number) => EventStream): Refusal | null
}

/** Registers the call that answers with a stream. */
export function registerEvents(
  server: FastifyInstance,
  options: SenderOptions,
  { accept }: Events,
): void {
  const spec = contract.followEvents
  // No HEAD: it would be answered with a body that never ends.
  server.get(`/api/${spec.call.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    // A stream keeps no session alive.
    const session = await findSessionOf(request, { ...options, findSession: options.peekSession })
    const refusal =
      (await refuseFlood(session, request, options)) ??
      (session
        ? accept(session, (retryMs) => openEventStream(reply, retryMs))
        : refuse('noSession'))
    return refusal ? sendRefusal(reply, refusal, request.url, spec) : reply
  })
}
