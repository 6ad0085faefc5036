import { one, type Queryable, sql } from '../../platform/database/database.ts'

/** The operator's ceiling for a unit of gas, in the coin's smallest units. */
export async function readMostGasPrice(database: Queryable): Promise<bigint> {
  const { most } = await one(
    database.rows<{ most: bigint }>(sql`select most_gas_price as most from cashier.settings`),
  )
  return most
}
