import { createHash } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, type Money } from '@pipkin/money'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { cashierCalls } from '../../src/cashier/calls.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import type { IdempotencyKey, PlayerCaller } from '../../src/platform/http/call.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import type { TestDatabase } from '../database/fresh-database.ts'
import { must } from '../must.ts'
import { openAccount, openSession } from '../players/signed-in.ts'
import type { SceneToken } from './scene-token.ts'

export type ScenePlayer = Awaited<ReturnType<ReturnType<typeof makePlayers>>>

interface PlayersDeps {
  readonly db: TestDatabase
  readonly api: ReturnType<typeof cashierCalls>
  readonly token: SceneToken
  readonly house: Hex
  /** Lets the worker carry out what was asked for. */
  settle(): Promise<void>
}

/** Makes players of the cashier, each with a wallet of their own that holds tokens and gas. */
export function makePlayers({ db, api, token, house, settle }: PlayersDeps) {
  let players = 0
  return async (holds: Money = fkr(10_000)) => {
    players += 1
    const id = (10_000_000 + players) as PlayerId
    await db.database.rows(sql`select ledger.open_wallets($1)`, [id])
    const secret = createHash('sha256').update(`wallet ${id}`).digest('hex')
    const wallet = privateKeyToAccount(`0x${secret}`)
    const { address } = wallet
    await token.open(address)
    if (holds > 0n) await token.mint(address, holds)
    await openAccount(db, id)
    const caller = await callerOf(db, id)

    const approve = (amount: Money) => token.approve(address, house, amount)
    const challenge = async (of: Hex = address) =>
      must(await api.challengeWallet({ address: of }, caller)).message
    const report = (amount: Money, key: IdempotencyKey | null = null, from: string = address) =>
      api.requestDeposit({ player: id, from, amount }, { ...caller, key })

    return {
      id,
      wallet,
      caller,
      challenge,
      async link() {
        const message = await challenge()
        const signature = await wallet.signMessage({ message })
        must(await api.linkWallet({ message, signature }, caller))
      },
      approve,
      takeBackApproval: () => token.takeBackApproval(address, house),
      sendToHouse: (amount: Money) => token.transfer(address, house, amount),
      /** The same without waiting for a block, and for little gas. */
      throwAtHouse: (amount: Money) => token.transferUnmined(address, house, amount),
      report,
      /** Money in the Deposit wallet, by a whole deposit. */
      async fund(amount: Money) {
        await approve(amount)
        must(await report(amount))
        await settle()
      },
      withdraw: (amount: Money, key: IdempotencyKey | null = null) =>
        api.requestWithdrawal({ player: id, amount }, { ...caller, key }),
      deposit: async (transactionId: string) =>
        must(await api.readDeposit({ transactionId }, caller)),
      withdrawal: async (transactionId: string) =>
        must(await api.readWithdrawal({ transactionId }, caller)),
      async balance() {
        const query = sql`select deposit from ledger.wallets where player_id = $1`
        return (await one(db.database.rows<{ deposit: Money }>(query, [id]))).deposit
      },
      /** The kinds of the player's movements, oldest first. */
      async movements() {
        const query = sql`select kind from ledger.movements where player_id = $1
          order by at, movement_id`
        return (await db.database.rows<{ kind: string }>(query, [id])).map(({ kind }) => kind)
      },
    }
  }
}

/** A player's caller in a new confirmed session. */
async function callerOf(db: TestDatabase, player: PlayerId): Promise<PlayerCaller> {
  const hash = tokenHash(await openSession(db, player))
  const query = sql`select session_id as id from players.sessions where token_hash = $1`
  const { id } = await one(db.owner.rows<{ id: string }>(query, [hash]))
  return { session: { id, player, tokenHash: hash } } as PlayerCaller
}
