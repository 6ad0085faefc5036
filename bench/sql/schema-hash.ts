import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

const directory = new URL('../../apps/server/migrations/', import.meta.url)

/** Eight hex digits that change with any migration. */
export async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(directory)).sort())
    hash.update(await readFile(new URL(file, directory)))
  return hash.digest('hex').slice(0, 8)
}
