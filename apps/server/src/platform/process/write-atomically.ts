import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically: a crash leaves the whole old or the whole new content. It writes to a
 * new file, flushes it, renames it and flushes the folder.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  {
    mode = 0o600,
    owner,
  }: { mode?: number; owner?: { readonly uid: number; readonly gid: number } | undefined } = {},
): Promise<void> {
  // The name has this process's id: several may keep one file.
  const unfinished = `${path}.${process.pid}.new`
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

/** Makes the renames in a folder survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
