import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotStart } from './cannot-start.ts'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

const sources = ['apps/web', 'apps/desk', 'packages', 'package-lock.json']
export const webDirectory = join(root, 'apps/web/dist')
export const deskDirectory = join(root, 'apps/desk/dist')
const stamp = join(webDirectory, '.built-from')

/**
 * Builds the web app and the back office of the one-machine default, if their sources have changed
 * since the last build.
 */
export async function buildWeb(): Promise<'built' | 'unchanged'> {
  const now = await fingerprint()
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === now) return 'unchanged'
  const apps = ['apps/web', 'apps/desk'].map((app) =>
    runTool('vite', ['build', '--logLevel', 'warn'], {
      cwd: join(root, app),
      // A test runner may have set another NODE_ENV.
      env: { PIPKIN_LOCAL: '1', NODE_ENV: 'production' },
    }),
  )
  // Where one fails the other has ended, too: none writes on behind the caller's back.
  const failed = (await Promise.allSettled(apps)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  await writeFile(stamp, now)
  return 'built'
}

/** Names, sizes and times of the sources: cheap enough for every start. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) await addTo(hash, join(root, source))
  return hash.digest('hex')
}

async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const info = await stat(path)
  if (!info.isDirectory()) {
    hash.update(`${path} ${info.size} ${info.mtimeMs}\n`)
    return
  }
  for (const name of (await readdir(path)).sort())
    if (name !== 'node_modules' && name !== 'dist' && !name.startsWith('.'))
      await addTo(hash, join(path, name))
}

/** Runs one of the project's tools. Throws `CannotStart` with its output if it fails. */
function runTool(
  command: string,
  args: string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const listen = (text: Buffer) => {
      output += text
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new CannotStart(`${command} failed: ${output.trim()}`)),
    )
  })
}
