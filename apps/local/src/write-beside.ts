import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './guarded-child.ts'

/**
 * Replaces a file so that a crash leaves either the old or the new content, never a half:
 * write beside, flush to disk, rename, flush the folder.
 */
export async function writeBeside(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, owner }: { mode?: number; owner?: Account | undefined } = {},
): Promise<void> {
  const beside = `${path}.new`
  const file = await open(beside, 'w', mode)
  try {
    await file.writeFile(content)
    if (owner) await file.chown(owner.uid, owner.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolder(dirname(path))
}

/** Makes what was renamed or made in a folder survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
