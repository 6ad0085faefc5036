import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fkr, type Money } from '@pipkin/money'
import { pipkinToken } from '@pipkin/token'
import { type Hex, keccak256, parseEther, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { cashierCalls } from '../../src/cashier/calls.ts'
import { lower } from '../../src/cashier/chain/address.ts'
import type { Chain } from '../../src/cashier/chain/chain.ts'
import { connectChain } from '../../src/cashier/chain/connect-chain.ts'
import { houseKey } from '../../src/cashier/chain/house-key.ts'
import type { AlarmKind } from '../../src/cashier/worker/alarm.ts'
import {
  type ChainWorker,
  freshMemory,
  usualSettings,
  type WorkerSettings,
} from '../../src/cashier/worker/chain-worker.ts'
import { openHouse } from '../../src/cashier/worker/open-house.ts'
import { tick } from '../../src/cashier/worker/tick.ts'
import type { ShownChain } from '../../src/config.ts'
import { parseTransactionId } from '../../src/ledger/transaction-id.ts'
import { sums } from '../../src/operator/audit/sums/sums.ts'
import { type Database, one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { playRules } from '../rounds/play-rules.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { makePlayers, type ScenePlayer } from './scene-player.ts'
import { deployToken, type TokenCode } from './scene-token.ts'

/**
 * A chain, a token, a house with tokens and gas, and a database: all that the cashier needs, all of
 * it real.
 */
export type Scene = Awaited<ReturnType<typeof setScene>>
export type Player = ScenePlayer

export const houseSecret: Hex = `0x${createHash('sha256').update('house of the tests').digest('hex')}`
export const confirmations = 3

/** A chain with a token, a funded house, and a database whose cashier is on that chain. */
export async function setScene(code: TokenCode = pipkinToken, houseHolds: Money = fkr(1_000_000)) {
  const [anvil, db] = await Promise.all([startAnvil(), freshDatabase()])
  const token = await deployToken(anvil, code)
  const house = privateKeyToAccount(houseSecret).address
  await anvil.control.setBalance({ address: house, value: parseEther('10') })
  if (houseHolds > 0n) await token.mint(house, houseHolds)

  const chainConfig: ShownChain = {
    rpcUrl: anvil.url,
    chainId: 31337,
    token: token.address,
    house,
    confirmations,
    publicRpcUrl: '/dev/rpc',
    explorerUrl: '',
  }
  const chain = untilMined(anvil, connectChain(anvil.url, token.address))
  const api = cashierCalls({
    database: db.database,
    surroundings: system,
    config: {
      chain: chainConfig,
      publicUrl: new URL('http://localhost:3000'),
      linkedForMs: 0,
      profile: playRules('standard'),
    },
    local: true,
  })
  const alarms: { kind: AlarmKind; facts: Readonly<Record<string, unknown>> }[] = []

  /** A worker that ticks on command. */
  const newWorker = (
    settings: Partial<WorkerSettings> = {},
    parts: Partial<ChainWorker> = {},
  ): ChainWorker => ({
    database: db.worker,
    chain,
    key: houseKey(houseSecret),
    token: lower(token.address),
    chainId: 31337,
    alarm: (kind, facts) => alarms.push({ kind, facts }),
    newId: system.newId,
    settings: { ...usualSettings, confirmations, ...settings },
    memory: freshMemory(),
    ...parts,
  })
  const worker = newWorker()
  await openHouse(worker, chainConfig)

  const mine = (blocks: number) => anvil.control.mine({ blocks })
  const books = operationsIn(db)
  /** Ticks, with a block mined after each, until no operation is on its way. */
  const settle = async (by: ChainWorker = worker) => {
    for (let round = 0; round < 30; round += 1) {
      await tick(by)
      if ((await books.open()) === 0n) return
      await mine(1)
    }
    throw new Error('operations are still open after 30 blocks')
  }

  return {
    ...books,
    anvil,
    db,
    api,
    chain,
    chainConfig,
    surroundings: system,
    alarms,
    worker,
    newWorker,
    /** A worker that does `act` before each signing; how many there were. */
    workerThatSignsAfter(act: () => Promise<unknown>) {
      const { key } = worker
      let signings = 0
      const sign: typeof key.sign = async (...call) => {
        signings += 1
        await act()
        return key.sign(...call)
      }
      return { worker: newWorker({}, { key: { ...key, sign } }), signings: () => signings }
    },
    newPlayer: makePlayers({ db, api, token, house, settle }),
    house,
    tokenAddress: token.address,
    mint: token.mint,
    callToken: token.call,
    setTokens: token.setBalance,
    tokens: (of: Hex) => chain.tokens(lower(of)),
    /** An address that belongs to no player gets tokens, and approves them to the house. */
    async approveFrom(address: Hex, amount: Money) {
      await token.open(address)
      await token.mint(address, amount)
      await token.approve(address, house, amount)
    },
    mine,
    settle,
    forget: (blocks: number) => forget(anvil, blocks),
    useHouseKeyElsewhere: () => useHouseKeyElsewhere(anvil),
    async close() {
      await db.close()
      await anvil.stop()
    },
  }
}

/**
 * The chain whose `send` waits for the block. The node makes one for each transaction, but a moment
 * after it has taken it, so that the next look might come too early.
 */
function untilMined({ control }: Anvil, chain: Chain): Chain {
  const isPending = async (hash: Hex) => {
    const { pending } = await control.getTxpoolContent()
    return Object.values(pending).some((byNonce) =>
      Object.values(byNonce).some((transaction) => transaction.hash === hash),
    )
  }
  return {
    ...chain,
    async send(raw) {
      const hash = keccak256(raw)
      // What the node has had since it made no blocks waits for the next one.
      const isKnown = await isPending(hash)
      await chain.send(raw)
      if (isKnown || !(await control.getAutomine())) return
      while (await isPending(hash)) await setTimeout(5)
    },
  }
}

/** Drops the last blocks, and their transactions from the pool too. */
async function forget({ control }: Anvil, blocks: number) {
  const rollback = { method: 'anvil_reorg', params: [blocks, []] }
  await control.request(rollback as never)
}

/** Sends a transaction from the house that no database knows. */
async function useHouseKeyElsewhere({ reader, sender, mined }: Anvil) {
  const account = privateKeyToAccount(houseSecret)
  const nonce = await reader.getTransactionCount({ address: account.address })
  await mined(await sender.sendTransaction({ account, to: account.address, nonce }))
}

/** What the database says of operations, and what an operator does about them. */
function operationsIn({ database, owner, operator, worker }: TestDatabase) {
  return {
    /** How many operations are on their way. */
    async open() {
      const query = sql`select count(*) as open from cashier.operations
        where state in ('requested', 'signed', 'mined')`
      return (await one(database.rows<{ open: bigint }>(query))).open
    },
    unmatched: () => database.rows<{ sender: string }>(sql`select * from cashier.unmatched`),
    /** Money that is no deposit and no win: what a reward is once it was moved to Deposit. */
    give: (player: number, amount: Money) =>
      owner.rows(
        sql`select ledger.post($1, gen_random_uuid(), 'referral_earning', deposit => $2::bigint,
          promotions => -$2::bigint)`,
        [player, amount],
      ),
    /** The operator lets a player's operation in review go on. */
    release: (player: number, by: Database = owner) =>
      by.rows(
        sql`select operator.release('Asha', 'looked at', player_id, operation_id)
            from cashier.operations where player_id = $1 and state = 'review'`,
        [player],
      ),
    /** The operator refuses a player's operation in review. */
    refuse: (player: number) =>
      owner.rows(
        sql`select operator.refuse('Asha', 'looked at', player_id, operation_id)
            from cashier.operations where player_id = $1 and state = 'review'`,
        [player],
      ),
    /** An operator gives a player's withdrawal back: null, or why not. */
    async giveBack(player: number, transactionId: string) {
      const { id } = parseTransactionId(transactionId) ?? {}
      const statement = sql`select operator.refuse('Asha', 'no worker', $1, $2) as refusal`
      return (await one(operator.rows<{ refusal: string | null }>(statement, [player, id]))).refusal
    },
    /** Everything that was signed for a player's last operation. */
    async signedOf(player: number) {
      const rows = await owner.rows<{ raw: Hex }>(
        sql`select raw from cashier.signed
            where operation_id = (
              select operation_id from cashier.signed where player_id = $1
                order by nonce desc limit 1)
            order by attempt`,
        [player],
      )
      return rows.map(({ raw }) => parseTransaction(raw))
    },
    /** What the audit finds wrong with the cashier. */
    async auditFaults(): Promise<string[]> {
      const found = await Promise.all(
        sums
          .filter(({ invariant }) => invariant === 5)
          .map(({ find }) => worker.rows<{ found: string }>(find)),
      )
      return found.flat().map((row) => row.found)
    },
    /** What the ledger and the chain disagree about: empty when all is well. */
    ledgerFaults: () =>
      owner.rows(sql`
        select 'sum' as fault, null::integer as player_id from ledger.movements
          having sum(deposit + bonus + win + referral + games + fees + promotions
            + chain + transfers + withdrawals) <> 0
        union all
        select 'wallet', w.player_id from ledger.wallets w join ledger.movements m using (player_id)
          group by w.player_id having sum(m.deposit) <> max(w.deposit)
        union all
        select 'withdrawals', null from ledger.movements
          having sum(withdrawals) <> (select coalesce(sum(amount), 0) from cashier.operations
            where kind = 'withdrawal' and state in ('requested', 'signed', 'mined', 'review'))
        union all
        select 'nonces', null from cashier.signed where attempt = 0
          having count(*) <> max(nonce) - min(nonce) + 1`),
  }
}
