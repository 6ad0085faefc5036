import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { LocalChain } from '../apps/local/src/chain/start-chain.ts'
import { seedKey } from '../apps/server/test/seeds.ts'

interface Around {
  readonly folder: string
  readonly chain: LocalChain
  readonly smtpUrl: string
}

/**
 * The database's URL for one of its roles, by the link that stays when another server is behind it.
 */
export const databaseUrl = (folder: string, role: string): string =>
  `postgres://${role}@/pipkin?host=${join(folder, 'postgres', 'sockets')}`

/**
 * The settings of the processes: those of production, except for few confirmations on the chain and
 * no waiting time of new wallets.
 */
export function settingsOf({ folder, chain, smtpUrl }: Around) {
  const both = {
    HOST: '127.0.0.1',
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.chainId),
    TOKEN_ADDRESS: chain.token,
    HOUSE_ADDRESS: chain.house,
    CONFIRMATIONS: String(confirmations),
    CHAIN_POLL_MS: '100',
    PUBLIC_URL: 'http://localhost:3000',
    SEED_KEY: seedKey,
    LOG_LEVEL: 'error',
  }
  return {
    api: {
      ...both,
      DATABASE_URL: databaseUrl(folder, 'pipkin_login'),
      PUBLIC_RPC_URL: chain.rpcUrl,
      LINKED_FOR_HOURS: '0',
      HOLD_HOURS: '0',
      RECEIPT_KEY: randomBytes(32).toString('hex'),
      FACTOR_KEY: randomBytes(32).toString('hex'),
      SMTP_URL: smtpUrl,
      WATERMARK_FILE: join(folder, 'api-watermark'),
      WEB_DIR: folder,
    },
    worker: {
      ...both,
      DATABASE_URL: databaseUrl(folder, 'pipkin_worker_login'),
      HOUSE_KEY: chain.houseKey,
      LOG_KEY: '7e'.repeat(32),
      WATERMARK_FILE: join(folder, 'worker-watermark'),
    },
  }
}

export const confirmations = 2
