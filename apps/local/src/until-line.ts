import { createInterface } from 'node:readline'
import { CannotStart } from './cannot-start.ts'
import type { GuardedChild } from './guarded-child.ts'

/**
 * Waits for the first line for which `isWanted` holds, and keeps reading after it so that the child
 * never waits for us. Throws `CannotStart` with the child's last words when it ends before.
 */
export async function untilLine(
  child: GuardedChild,
  stream: 'stdout' | 'stderr',
  name: string,
  isWanted: (line: string) => boolean,
): Promise<string> {
  const lastWords: string[] = []
  const wanted = new Promise<string>((resolve) => {
    for (const output of ['stdout', 'stderr'] as const) {
      createInterface(child[output]).on('line', (line) => {
        lastWords.push(line)
        if (lastWords.length > 20) lastWords.shift()
        if (output === stream && isWanted(line)) resolve(line)
      })
    }
  })
  const ended = child.exited.then(() => undefined)
  const line = await Promise.race([wanted, ended])
  if (line === undefined)
    throw new CannotStart(`${name} ended while it started: ${lastWords.join(' ')}`)
  return line
}
