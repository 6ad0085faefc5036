import type { FastifyInstance } from 'fastify'
import { type Beginning, beginWhenUp } from '../database/begin-when-up.ts'
import type { Log } from '../process/log.ts'
import { OutsideFailure } from '../process/outside-failure.ts'

interface AnswerOptions {
  readonly log: Log
  /** Calls lie below this path; pages beside them are served at once. */
  readonly path: string
  /** The work on the database that must be done before the first call is answered. */
  readonly begin: () => Promise<void>
  /** Called if that work fails though the database is up. */
  readonly onRefused?: ((error: unknown) => void) | undefined
}

/** Answers calls with 503 until the work on the database is done. */
export async function answerWhenUp(
  server: FastifyInstance,
  { log, path, begin, onRefused }: AnswerOptions,
): Promise<Beginning> {
  const beginning = await beginWhenUp(begin, {
    onWaiting: (err) => log.warn({ err }, 'the start waits for the database'),
    onRefused: onRefused ?? ((err) => log.error({ err }, 'the start was refused')),
  })
  server.addHook('onClose', beginning.stop)
  server.addHook('onRequest', async ({ url }) => {
    if (!beginning.isDone() && url.startsWith(path)) throw new OutsideFailure('still starting')
  })
  return beginning
}
