import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scene } from '../cashier/cashier-scene.ts'
import { fkrIsOf } from '../rounds/play-rules.ts'
import { seedKey } from '../seeds.ts'
import { startApis } from './start-apis.ts'

/** A process that serves the API by every profile. */
export interface ProfileApis {
  /** Where each profile is served, the same after a restart. */
  readonly urls: Readonly<Record<string, string>>
  /** kill -9. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes what it had. */
  close(): Promise<void>
}

/** Starts a process on the scene's database. Ends with this process. */
export async function startProfileApis(
  { db, anvil, chainConfig }: Scene,
  keys: Readonly<Record<'RECEIPT_KEY' | 'FACTOR_KEY', string>>,
): Promise<ProfileApis> {
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-apis-'))
  const { urls, kill, start } = await startApis(
    {
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
      WATERMARK_FILE: join(folder, 'watermark'),
      LINKED_FOR_HOURS: '0',
      PIPKIN_RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
    Object.entries(fkrIsOf).map(([PLAY_PROFILE, FKR_IS]) => ({ PLAY_PROFILE, FKR_IS })),
  )
  return {
    urls: Object.fromEntries(Object.keys(fkrIsOf).map((profile, index) => [profile, urls[index]!])),
    kill,
    start,
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The keys that processes on one database share. */
export const freshKeys = () => ({
  RECEIPT_KEY: randomBytes(32).toString('hex'),
  FACTOR_KEY: randomBytes(32).toString('hex'),
})
