import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'
import { writeBeside } from '../write-beside.ts'
import { call } from './json-rpc.ts'

/**
 * The whole chain with its blocks and receipts, as the node dumps it: gzipped JSON, in hex on the
 * wire.
 */
const fileName = 'state.json.gz'

export async function saveState(folder: string, dump: string): Promise<void> {
  await writeBeside(join(folder, fileName), Buffer.from(dump.slice('0x'.length), 'hex'))
}

export async function loadState(folder: string, url: string): Promise<void> {
  const path = join(folder, fileName)
  try {
    await call(url, 'anvil_loadState', `0x${(await readFile(path)).toString('hex')}`)
  } catch (error) {
    throw new CannotStart(
      `The chain kept in ${path} can't be loaded (${error}): put the right file back, or delete the whole data folder to start again.`,
    )
  }
}
