import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../server/src/platform/process/write-atomically.ts'

/** A secret of 32 bytes in hex, made on the first start and stored in a file of its owner alone. */
export async function keepSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name)
  if (!existsSync(path)) await writeAtomically(path, randomBytes(32).toString('hex'))
  return (await readFile(path, 'utf8')).trim()
}
