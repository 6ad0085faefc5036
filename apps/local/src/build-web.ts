import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'
import { runToEnd } from './run-to-end.ts'

const sources = ['apps/web', 'packages', 'package-lock.json']
const dist = join(root, 'apps/web/dist')
const stamp = join(dist, '.built-from')

export const webDirectory = dist

/**
 * Builds the web app of the one-machine default, where its sources have changed since the last
 * build.
 */
export async function buildWeb(): Promise<'built' | 'unchanged'> {
  const now = await fingerprint()
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === now) return 'unchanged'
  await runToEnd('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    // Whoever starts us may be a test runner: the browser gets React's production build all the
    // same.
    env: { PIPKIN_LOCAL: '1', NODE_ENV: 'production' },
  })
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
