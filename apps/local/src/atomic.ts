import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../server/src/platform/process/write-atomically.ts'

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
