import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import { packagedBinaries } from '../postgres/binaries.ts'

/** Says in a sentence how to get Citus. */
export const citusMissing =
  'There is no Citus: set PIPKIN_CITUS to its build for PostgreSQL 18 (citus-pg18.tar.gz, a folder with that, or one with lib and share), or to the folder of a PostgreSQL 18 that has it.'

const run = promisify(execFile)

/** The folders in which Linux packages install PostgreSQL 18. */
const installed = ['/usr/lib/postgresql/18', '/usr/pgsql-18']

/** The folder of this machine's own PostgreSQL with Citus, if it has one. */
export const installedCitus = (): string | undefined =>
  installed.find((folder) => existsSync(join(folder, 'lib', 'citus.so')))

/** The archive of a build: the path itself, or a file in that folder. */
async function archiveAt(path: string): Promise<string | undefined> {
  if (path.endsWith('.tar.gz')) return existsSync(path) ? path : undefined
  const files = await readdir(path).catch(() => [])
  const name = files.find((file) => /^citus-pg18.*\.tar\.gz$/.test(file))
  return name && join(path, name)
}

/**
 * The folder of a PostgreSQL with Citus: `given` itself if it is one, else a copy of the npm
 * package's PostgreSQL with the Citus of `given` added. Undefined if PIPKIN_CITUS isn't set.
 */
export async function citusBinaries(given = process.env.PIPKIN_CITUS): Promise<string | undefined> {
  if (!given) return undefined
  const folder = resolve(given)
  if (existsSync(join(folder, 'bin', 'postgres'))) return folder
  const archive = await archiveAt(folder)
  const library = join(folder, 'lib', 'postgresql', 'citus.so')
  if (!archive && !existsSync(library)) throw new CannotStart(citusMissing)

  const native = packagedBinaries()
  const hash = createHash('sha256')
    .update(native)
    .update(await readFile(archive ?? library))
    .digest('hex')
  // PostgreSQL that root starts runs as another account, which can't read root's home.
  const cache = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache')
  const copy = join(cache, 'pipkin', `citus-${hash.slice(0, 16)}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  if (archive) await run('tar', ['-C', unfinished, '-xzf', archive])
  else
    for (const part of ['lib', 'share'])
      await cp(join(folder, part), join(unfinished, part), { recursive: true })
  await run('chmod', ['-R', 'u+rwX,a+rX', unfinished])
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }))
  return copy
}
