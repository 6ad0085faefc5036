import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import { writeAtomically } from '../../../server/src/platform/process/write-atomically.ts'
import { commandLine } from '../command-line.ts'
import type { Account } from '../guarded-child.ts'
import { isAlive } from '../is-alive.ts'

/** A pid that no process has. */
const deadPid = 2147483647

/**
 * Clears a `postmaster.pid` that a killed server left. Call it only while holding the folder: a
 * server that still runs there has lost its parent and is stopped. If the pid now belongs to
 * another process, it is replaced in the file; the file stays, since PostgreSQL reads from it which
 * shared memory to check.
 */
export async function clearStalePid(
  cluster: string,
  marker: string,
  owner: Account | undefined,
): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const left = await readFile(path, 'utf8').catch(() => undefined)
  if (left === undefined) return
  const [pidLine, ...rest] = left.split('\n')
  const pid = Number(pidLine)
  if (commandLine(pid).includes(marker)) await stopOrphan(pid, marker, cluster)
  else if (isAlive(pid)) await writeAtomically(path, [deadPid, ...rest].join('\n'), { owner })
}

async function stopOrphan(pid: number, marker: string, cluster: string): Promise<void> {
  const patience = AbortSignal.timeout(60_000)
  process.kill(pid, 'SIGINT')
  while (commandLine(pid).includes(marker)) {
    if (patience.aborted) {
      throw new CannotStart(
        `An older PostgreSQL (process ${pid}) still runs on ${cluster}: stop it first.`,
      )
    }
    await pause(20)
  }
}
