import { cannotListen } from '../../server/src/platform/process/cannot-listen.ts'
import { type GuardedChild, spawnGuarded } from './guarded-child.ts'
import { listenOnce } from './listen-once.ts'
import { serverProcess } from './server-process.ts'
import { untilLine } from './until-line.ts'

const usualPort = 3001

export interface DeskProcess extends GuardedChild {
  readonly url: string
  /** The first operator's one-time link; null once there is an operator. */
  readonly firstOperator: string | null
}

/** Starts the back office and waits until it listens. It ends with this process. */
export async function startDeskProcess(env: Record<string, string>): Promise<DeskProcess> {
  const child = spawnGuarded({
    command: process.execPath,
    args: serverProcess('desk'),
    stopSignal: 'INT',
    // Share the compile cache with this process.
    env: { ...env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  child.stderr.pipe(process.stderr)
  let firstOperator: string | null = null
  const line = await untilLine(child, 'stdout', 'The back office', (line) => {
    firstOperator = after('First operator: ', line) ?? firstOperator
    return after('Back office: ', line) !== null
  })
  return { ...child, url: after('Back office: ', line) ?? '', firstOperator }
}

const after = (words: string, line: string): string | null =>
  line.startsWith(words) ? line.slice(words.length) : null

/**
 * The back office's port: the one that was asked for, else the usual one, else any that is free,
 * since two products may run side by side. Never the player's. Throws `CannotStart` where the one
 * that was asked for is in use.
 */
export async function deskPort(asked: string | undefined, playersPort: string): Promise<string> {
  if (asked)
    return String(await listenOnce(Number(asked)).catch(cannotListen('DESK_PORT', 'DESK_HOST')))
  if (String(usualPort) === playersPort) return String(await listenOnce(0))
  return String(await listenOnce(usualPort).catch(() => listenOnce(0)))
}
