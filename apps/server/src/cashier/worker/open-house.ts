import type { ChainConfig } from '../../config.ts'
import { one, sql } from '../../platform/database/database.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { lower } from '../chain/address.ts'
import { ChainRefused, type Hex } from '../chain/chain.ts'
import { tokenDecimals } from '../chain/token.ts'
import type { ChainWorker } from './chain-worker.ts'

/** The chain isn't the one that holds this database's money. The message says what differs. */
export class WrongChain extends CannotStart {
  override name = 'WrongChain'
}

interface House {
  readonly chainId: bigint
  readonly genesis: Hex
  readonly token: Hex
  readonly address: Hex
  readonly nextNonce: bigint
}

/**
 * Checks that node, chain, token and key are those of the ledger's money; the first start records
 * them. Throws `WrongChain`.
 */
export async function openHouse(
  { chain, key, database }: ChainWorker,
  config: ChainConfig,
): Promise<void> {
  const chainId = await chain.chainId()
  same('The chain id', chainId, config.chainId)
  same('The address of HOUSE_KEY', key.address, lower(config.house))
  const [genesis, token, head, { accepted }] = await Promise.all([
    chain.genesis(),
    chain.token().catch(notOurToken),
    chain.head(),
    chain.nonces(key.address),
  ])
  same("The number of the token's decimals", token.decimals, tokenDecimals)

  const balance = await chain.tokens(key.address, head.number)
  const house = await one(
    database.rows<House>(
      sql`select chain_id as "chainId", genesis, token, address, next_nonce as "nextNonce"
          from cashier.open_house($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        chainId,
        genesis,
        lower(config.token),
        token.symbol,
        key.address,
        accepted,
        head.number,
        head.hash,
        balance,
      ],
    ),
  )
  same('The chain id', BigInt(chainId), house.chainId)
  same("The chain's first block", genesis, house.genesis)
  same('The token', lower(config.token), house.token)
  same('The house', key.address, house.address)
  if (accepted > house.nextNonce)
    throw new WrongChain(
      `The house's key has signed ${accepted} chain transactions, but this database knows of ${house.nextNonce}: it is used elsewhere, or the database is an old copy.`,
    )
}

function notOurToken(error: unknown): never {
  if (!(error instanceof ChainRefused)) throw error
  throw new WrongChain(`TOKEN_ADDRESS names no token of this chain (${error.message}).`)
}

function same(what: string, found: unknown, wanted: unknown): void {
  if (found !== wanted) throw new WrongChain(`${what} is ${found}, but it must be ${wanted}.`)
}
