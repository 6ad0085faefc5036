import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { childrenOf } from '../../local/src/testing/children-of.ts'

/**
 * From now on no file that PostgreSQL writes gets longer than so many bytes: what is beyond is
 * refused as on a full disk. Linux alone can do this to processes that run.
 */
export function limitFiles(server: number, bytes: bigint | 'unlimited'): void {
  // The server first: what it forks from now on is limited as it is.
  for (const pid of [server, ...childrenOf(server)]) {
    const account = statSync(`/proc/${pid}`, { throwIfNoEntry: false })
    if (account)
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], {
        uid: account.uid,
        gid: account.gid,
      })
  }
}
