import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What the system shows as the command line of a process; empty when it has ended. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
