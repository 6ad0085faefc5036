import { createInterface } from 'node:readline'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import type { GuardedChild } from './guarded-child.ts'

/**
 * Waits for the first line that `isWanted`, and keeps reading after it, so that the child never
 * blocks. Throws `CannotStart` with the last lines if the child ends before.
 */
export async function untilLine(
  child: GuardedChild,
  stream: 'stdout' | 'stderr',
  name: string,
  isWanted: (line: string) => boolean,
): Promise<string> {
  const lastLines: string[] = []
  const wanted = new Promise<string>((resolve) => {
    for (const output of ['stdout', 'stderr'] as const) {
      createInterface(child[output]).on('line', (line) => {
        lastLines.push(line)
        if (lastLines.length > 20) lastLines.shift()
        if (output === stream && isWanted(line)) resolve(line)
      })
    }
  })
  const ended = child.exited.then(() => undefined)
  const line = await Promise.race([wanted, ended])
  if (line === undefined)
    throw new CannotStart(`${name} ended while it started: ${lastLines.join(' ')}`)
  return line
}
