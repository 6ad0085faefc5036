import { CannotStart } from './cannot-start.ts'

/**
 * Catches what keeps a server from listening, and throws `CannotStart` instead. `port` and `host`
 * are the settings that say where.
 */
export const cannotListen =
  (port: string, host: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    if (error.code === 'EADDRINUSE' && 'port' in error)
      throw new CannotStart(
        `${port} ${error.port} is in use: stop what uses it, or set another one.`,
      )
    throw new CannotStart(
      `${host} and ${port} are no place to listen at (${error.message}): set others.`,
    )
  }
