import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBeside } from './write-beside.ts'

/**
 * A secret of 32 bytes in hex, made on the first start and kept with the data, readable by its
 * owner alone.
 */
export async function keepSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name)
  if (!existsSync(path)) await writeBeside(path, randomBytes(32).toString('hex'))
  return (await readFile(path, 'utf8')).trim()
}
