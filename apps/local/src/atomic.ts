import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Account } from './guarded-child.ts'

/**
 * Replaces a file atomically: a crash leaves the whole old or the whole new content. It writes to a
 * new file, flushes it, renames it and flushes the folder.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, owner }: { mode?: number; owner?: Account | undefined } = {},
): Promise<void> {
  const unfinished = `${path}.new`
  const file = await open(unfinished, 'w', mode)
  try {
    await file.writeFile(content)
    if (owner) await file.chown(owner.uid, owner.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}

const unfinishedPrefix = 'unfinished-'

/**
 * Makes a folder atomically: `make` fills another one, which is renamed to `path` when it is
 * complete. Removes what a killed attempt left, so hold the parent folder's lock while calling.
 */
export async function makeFolderAtomically(
  path: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(path)
  for (const name of await readdir(parent)) {
    if (name.startsWith(unfinishedPrefix))
      await rm(join(parent, name), { recursive: true, maxRetries: 5 })
  }
  const unfinished = await mkdtemp(join(parent, unfinishedPrefix))
  await make(unfinished)
  await rename(unfinished, path)
  await syncFolder(parent)
}

/** Makes the renames in a folder survive a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
