import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from './write-beside.ts'

const unfinished = 'unfinished-'

/**
 * Makes a folder beside its place and renames it when all is done, so that a folder at `path` is
 * always whole. What a killed attempt left is removed first; hold the folder above while calling.
 */
export async function makeBeside(
  path: string,
  make: (beside: string) => Promise<void>,
): Promise<void> {
  const place = dirname(path)
  for (const name of await readdir(place)) {
    if (name.startsWith(unfinished)) await rm(join(place, name), { recursive: true, maxRetries: 5 })
  }
  const beside = await mkdtemp(join(place, unfinished))
  await make(beside)
  await rename(beside, path)
  await syncFolder(place)
}
