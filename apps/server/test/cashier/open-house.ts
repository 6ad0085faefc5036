import { sql } from '../../src/platform/database/database.ts'

/** Stores a house on the chain of the tests' settings, as a worker's first start does. */
export const openHouse = sql`
  insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce, opened_block,
    opened_balance, scanned_block, scanned_hash, balance, head)
  values (31337, '0x' || repeat('a', 64), '0x' || repeat('a1', 20), 'FKR', '0x' || repeat('b2', 20),
    0, 0, 0, 0, '0x' || repeat('a', 64), 0, 0)`
