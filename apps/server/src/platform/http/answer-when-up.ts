import type { FastifyInstance } from 'fastify'
import { type Beginning, beginWhenUp } from '../database/begin-when-up.ts'
import type { Log } from '../process/log.ts'
import { OutsideFailure } from '../process/outside-failure.ts'

interface AnswerOptions {
  readonly log: Log
  /** Where the calls are: the pages beside them are served at once. */
  readonly path: string
  /** What must be done on the database before a call is answered. */
  readonly begin: () => Promise<void>
  /** Takes what keeps it from being done once the database is there. */
  readonly onRefused?: ((error: unknown) => void) | undefined
}

/** Answers calls with 503 until what they need was done on the database. */
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
