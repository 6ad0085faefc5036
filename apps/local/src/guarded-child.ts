import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** The operating system's account a child runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

export interface GuardedCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The signal that ends the child, on `stop` and when this process dies. */
  readonly stopSignal: 'INT' | 'KILL'
  /** Only root can give another account. */
  readonly account?: Account | undefined
  readonly env?: NodeJS.ProcessEnv
  /** A folder opened here and handed to the child as `/proc/self/fd/4`. */
  readonly folder?: string | undefined
  /** Written to the child's standard input. */
  readonly input?: string
}

export interface GuardedChild {
  readonly pid: number
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles once, with the exit code (null after a signal). */
  readonly exited: Promise<number | null>
  stop(): Promise<void>
}

// The watcher reads from a pipe whose writing end only this process has. When this process ends, in
// any way, the read fails and the watcher stops the child. A line means that the child has ended,
// so its pid may belong to another process and is left alone. The watcher is forked twice, so that
// the child, which replaces the shell, isn't its parent.
const guard = `
  signal=$1; shift
  ( ( read -r gone <&3 || kill -s "$signal" $$ ) </dev/null >/dev/null 2>&1 & )
  exec 3<&-
  exec "$@"`

/**
 * Starts a child that can't outlive this process, even after `kill -9`. It has its own session, so
 * Ctrl-C in the terminal reaches only this process, which stops its children in order.
 */
export function spawnGuarded(wanted: GuardedCommand): GuardedChild {
  const folder =
    wanted.folder && openSync(wanted.folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const child = spawn(
    '/bin/sh',
    ['-c', guard, 'guard', wanted.stopSignal, wanted.command, ...wanted.args],
    {
      ...wanted.account,
      cwd: '/',
      detached: true,
      env: { ...wanted.env, PATH: process.env.PATH },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', folder || 'ignore'],
    },
  )
  if (typeof folder === 'number') closeSync(folder)
  child.stdin?.on('error', ignoreClosedPipe).end(wanted.input)
  return watch(child)
}

function watch(child: ChildProcess): GuardedChild {
  const { pid, stdout, stderr } = child
  const pipe = child.stdio[3]
  if (!pid || !stdout || !stderr || !pipe || !('end' in pipe))
    throw new Error('the guard did not start')
  pipe.on('error', ignoreClosedPipe)
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      pipe.end('gone\n')
      resolve(code)
    })
  })
  const stop = async () => {
    pipe.destroy()
    await exited
  }
  return { pid, stdout, stderr, exited, stop }
}

/** The child may end before it has read its input; its exit code reports that. */
function ignoreClosedPipe() {}

/** Runs a guarded child to its end. Throws with its output if it fails. */
export async function runGuarded(wanted: Omit<GuardedCommand, 'stopSignal'>): Promise<void> {
  const child = spawnGuarded({ ...wanted, stopSignal: 'KILL' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await child.exited
  if (code !== 0)
    throw new Error(`${wanted.command} ended with ${code}: ${output.trim().slice(-2000)}`)
}
