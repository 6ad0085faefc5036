import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Build {
  /** The apps that are built together, each with its output folder. */
  readonly outputs: Readonly<Record<string, string>>
  /** The entry to build instead of the configuration's. */
  readonly entry?: string
  /** The source files and folders. */
  readonly sources: readonly string[]
}

export const webDirectory = join(root, 'apps/web/dist')
export const deskDirectory = join(root, 'apps/desk/dist')
const serverDirectory = join(root, 'apps/server/dist')
const shared = ['packages', 'package-lock.json']
const ofServer = ['apps/server/src', 'apps/server/vite.config.ts', ...shared]

/** The web app and the back office of the one-machine default. */
export const buildWeb = (): Promise<'built' | 'unchanged'> =>
  build({
    outputs: { 'apps/web': webDirectory, 'apps/desk': deskDirectory },
    sources: ['apps/web', 'apps/desk', ...shared],
  })

/** The processes of the server. */
export const buildServer = (): Promise<'built' | 'unchanged'> =>
  build({ outputs: { 'apps/server': serverDirectory }, sources: ofServer })

/** Bundles a file that runs the server's sources as the server is bundled; answers where it is. */
export async function bundle(path: string): Promise<string> {
  const name = basename(path, '.ts')
  const output = join(root, 'node_modules/.cache/bundles', name)
  await build({ outputs: { 'apps/server': output }, entry: path, sources: [...ofServer, path] })
  return join(output, `${name}.js`)
}

/** Builds if the sources have changed since the last build. */
async function build({ outputs, entry, sources }: Build): Promise<'built' | 'unchanged'> {
  const now = await fingerprint(sources)
  const stamps = Object.values(outputs).map((output) => join(output, '.built-from'))
  const before = await Promise.all(stamps.map((stamp) => readFile(stamp, 'utf8').catch(() => '')))
  if (before.every((one) => one === now)) return 'unchanged'
  const building = Object.entries(outputs).map(([app, output]) => {
    const into = ['--logLevel', 'warn', '--outDir', output, '--emptyOutDir']
    const ssr = entry === undefined ? [] : ['--ssr', join(root, entry)]
    return runTool('vite', ['build', ...into, ...ssr], {
      cwd: join(root, app),
      // A test runner may have set another NODE_ENV.
      env: { PIPKIN_LOCAL: '1', NODE_ENV: 'production' },
    })
  })
  // Wait for all, even if one fails: none may go on writing after the caller got the error.
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
