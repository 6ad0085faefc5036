import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotStart } from './cannot-start.ts'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Build {
  readonly apps: readonly string[]
  /** What it is made of: files and folders. */
  readonly sources: readonly string[]
}

const shared = ['packages', 'package-lock.json']
const web: Build = {
  apps: ['apps/web', 'apps/desk'],
  sources: ['apps/web', 'apps/desk', ...shared],
}
const server: Build = {
  apps: ['apps/server'],
  sources: ['apps/server/src', 'apps/server/vite.config.ts', ...shared],
}

const outputOf = (app: string): string => join(root, app, 'dist')
export const webDirectory = outputOf('apps/web')
export const deskDirectory = outputOf('apps/desk')

/** The web app and the back office of the one-machine default. */
export const buildWeb = (): Promise<'built' | 'unchanged'> => build(web)

/** The processes of the server. */
export const buildServer = (): Promise<'built' | 'unchanged'> => build(server)

/** Builds apps at once, if their sources have changed since the last build. */
async function build({ apps, sources }: Build): Promise<'built' | 'unchanged'> {
  const now = await fingerprint(sources)
  const stamps = apps.map((app) => join(outputOf(app), '.built-from'))
  const before = await Promise.all(stamps.map((stamp) => readFile(stamp, 'utf8').catch(() => '')))
  if (before.every((one) => one === now)) return 'unchanged'
  const building = apps.map((app) =>
    runTool('vite', ['build', '--logLevel', 'warn'], {
      cwd: join(root, app),
      // A test runner may have set another NODE_ENV.
      env: { PIPKIN_LOCAL: '1', NODE_ENV: 'production' },
    }),
  )
  // Where one fails the other has ended, too: none writes on behind the caller's back.
  const failed = (await Promise.allSettled(building)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  for (const stamp of stamps) await writeFile(stamp, now)
  return 'built'
}

/** Names, sizes and times of the sources: cheap enough for every start. */
async function fingerprint(sources: readonly string[]): Promise<string> {
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
