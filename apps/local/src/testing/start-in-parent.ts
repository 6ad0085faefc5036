import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Account } from '../guarded-child.ts'

const parent = fileURLToPath(new URL('parent.ts', import.meta.url))

export type Parent<Started> = Started & {
  process: ChildProcess
  kill(): Promise<void>
  end(): Promise<void>
}

/**
 * Calls a function in its own process, which a test can kill as a machine would. `start` is a
 * module under `src` and the function's name, which is called with `options`.
 */
export async function startInParent<Started>(
  start: readonly [module: string, name: string],
  options: object,
  account?: Account,
): Promise<Parent<Started>> {
  const child = launch(start, options, account)
  const complaints = text(child.stderr)
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!(line instanceof Buffer)) throw new Error(await complaints)
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const end = async () => {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return { ...JSON.parse(line.toString()), process: child, kill, end }
}

/** Starts a process that calls a function by name, as another account if one is given. */
export function launch(
  start: readonly [module: string, name: string],
  options: object,
  account?: Account,
) {
  return spawn(process.execPath, [parent, ...start, JSON.stringify(options)], {
    ...account,
    env: { ...process.env, HOME: tmpdir() },
    stdio: 'pipe',
  })
}

/** A new folder that `account` owns. */
export function makeDataDir(account?: Account): string {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-test-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  if (account) chownSync(dataDir, account.uid, account.gid)
  return dataDir
}

/**
 * The accounts as which this machine can start things: our own, and if we are root also one without
 * rights.
 */
export const waysToRun: [string, Account | undefined][] = [['as we are', undefined]]
const nobody = { uid: 65534, gid: 65534 }
if (process.getuid?.() === 0 && canRead(nobody)) waysToRun.push(['as nobody', nobody])

function canRead(account: Account): boolean {
  process.setegid?.(account.gid)
  process.seteuid?.(account.uid)
  try {
    accessSync(parent, constants.R_OK)
    return readFileSync(parent).length > 0
  } catch {
    return false
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}
