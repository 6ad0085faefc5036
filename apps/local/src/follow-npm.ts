import { execFileSync } from 'node:child_process'
import { isAlive } from './is-alive.ts'

const pollMs = 500

/**
 * Settles when the npm that started us has ended, in any way. npm can't pass on `kill -9`, and an
 * orphaned Pipkin would hold its port and its data. Never settles where npm isn't our ancestor.
 */
export function npmGone(): Promise<void> {
  const npm = process.env.npm_lifecycle_event === undefined ? [] : ancestorsToNpm()
  return new Promise((settle) => {
    if (npm.length === 0) return
    const timer = setInterval(() => {
      if (npm.every(isAlive)) return
      clearInterval(timer)
      settle()
    }, pollMs)
    timer.unref()
  })
}

/** Our parent, and its parent where ours is the shell that npm starts scripts in. */
function ancestorsToNpm(): number[] {
  const parent = process.ppid
  const [grandparent, command = ''] = describe(parent)
  return /\b(sh|bash|dash|zsh)$/.test(command) && grandparent ? [parent, grandparent] : [parent]
}

/** The parent and the command of a process, as `ps` has them. */
function describe(pid: number): [number | undefined, string | undefined] {
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    const [, ppid, command] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    return [Number(ppid), command]
  } catch {
    return [undefined, undefined]
  }
}
