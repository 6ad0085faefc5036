import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnGuarded } from '../../local/src/guarded-child.ts'
import { untilLine } from '../../local/src/until-line.ts'
import type { Scene } from './cashier-scene.ts'
import { passedOn } from './passed-on.ts'
import { seedKey } from './seeds.ts'

/** A process that serves the API by every profile. */
export interface ProfileApis {
  /** Where each profile is served. */
  readonly urls: Readonly<Record<string, string>>
  /** kill -9, and what it had is removed. */
  kill(): Promise<void>
}

/**
 * Starts a process on the scene's database. Ends with this process. Keys are given by the caller,
 * so that several processes share them.
 */
export async function startProfileApis(
  { db, anvil, chainConfig }: Scene,
  keys: Readonly<Record<'RECEIPT_KEY' | 'FACTOR_KEY', string>>,
): Promise<ProfileApis> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-apis-'))
  const child = spawnGuarded({
    command: process.execPath,
    args: [fileURLToPath(new URL('profile-apis.ts', import.meta.url))],
    stopSignal: 'KILL',
    env: {
      ...passedOn,
      ...keys,
      HOST: '127.0.0.1',
      DATABASE_URL: db.url,
      RPC_URL: anvil.url,
      PUBLIC_RPC_URL: anvil.url,
      CHAIN_ID: String(chainConfig.chainId),
      TOKEN_ADDRESS: chainConfig.token,
      HOUSE_ADDRESS: chainConfig.house,
      SEED_KEY: seedKey,
      SMTP_URL: 'smtp://127.0.0.1:1',
      PUBLIC_URL: 'http://localhost:3000',
      UPLOADS_DIR: folder,
      WATERMARK_FILE: join(folder, 'watermark'),
      LINKED_FOR_HOURS: '0',
      PIPKIN_RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
  })
  const line = await untilLine(child, 'stdout', 'the APIs', (said) => said.startsWith('{'))
  return {
    urls: JSON.parse(line),
    async kill() {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The keys that processes on one database share. */
export const freshKeys = () => ({
  RECEIPT_KEY: randomBytes(32).toString('hex'),
  FACTOR_KEY: randomBytes(32).toString('hex'),
})
