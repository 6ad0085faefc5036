import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { childrenOf } from '../../local/src/testing/children-of.ts'

/**
 * Limits the size of the files that a running PostgreSQL writes: a longer write fails as on a full
 * disk. Linux only.
 */
export function limitFiles(server: number, bytes: bigint | 'unlimited'): void {
  // The server first: it passes its limit on to what it forks.
  for (const pid of [server, ...childrenOf(server)]) {
    const account = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
    if (account)
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], {
        uid: account.uid,
        gid: account.gid,
      })
  }
}
