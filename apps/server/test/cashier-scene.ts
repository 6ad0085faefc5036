import { createHash } from 'node:crypto'
import type { AnswerOf, CallName, PlayerId } from '@pipkin/contract/schemas'
import { fkr, type Money } from '@pipkin/money'
import { pipkinToken } from '@pipkin/token'
import {
  type Abi,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  keccak256,
  parseAbiParameters,
  parseEther,
  parseTransaction,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { cashierCalls } from '../src/cashier/calls.ts'
import { lower } from '../src/cashier/chain/address.ts'
import { connectChain } from '../src/cashier/chain/connect-chain.ts'
import { houseKey } from '../src/cashier/chain/house-key.ts'
import { unitsOf } from '../src/cashier/chain/token.ts'
import type { AlarmKind } from '../src/cashier/worker/alarm.ts'
import {
  type ChainWorker,
  freshMemory,
  usualSettings,
  type WorkerSettings,
} from '../src/cashier/worker/chain-worker.ts'
import { openHouse } from '../src/cashier/worker/open-house.ts'
import { tick } from '../src/cashier/worker/tick.ts'
import type { ShownChain } from '../src/config.ts'
import { type Database, one, sql } from '../src/platform/database/database.ts'
import type { Result } from '../src/platform/http/answer.ts'
import type { IdempotencyKey, PlayerCaller } from '../src/platform/http/call.ts'
import { tokenHash } from '../src/platform/http/cookies.ts'
import { system } from '../src/platform/process/clock.ts'
import { startAnvil } from './anvil.ts'
import { freshDatabase } from './fresh-database.ts'
import { playRules } from './play-rules.ts'
import { openAccount, openSession } from './signed-in.ts'

/**
 * A chain, a token, a house with tokens and gas, and a database: all that the cashier needs, all of
 * it real.
 */
export type Scene = Awaited<ReturnType<typeof setScene>>
export type Player = Awaited<ReturnType<Scene['newPlayer']>>

export const houseSecret: Hex = `0x${createHash('sha256').update('house of the tests').digest('hex')}`
export const confirmations = 3

export async function setScene(
  token: { abi: Abi; bytecode: Hex } = pipkinToken,
  houseHolds: Money = fkr(1_000_000),
) {
  const [anvil, db] = await Promise.all([startAnvil(), freshDatabase()])
  const { control, reader, sender } = anvil
  const [deployer] = await sender.getAddresses()
  const house = privateKeyToAccount(houseSecret).address
  const mined = async (hash: Promise<Hex>) => anvil.mined(await hash)
  const { contractAddress } = await mined(
    sender.deployContract({ ...token, account: deployer!, args: [] } as never),
  )
  const tokenAddress = contractAddress!
  const callToken = (from: Hex, functionName: string, args: readonly unknown[]) =>
    mined(
      sender.writeContract({
        account: from,
        address: tokenAddress,
        abi: token.abi,
        functionName,
        args,
      } as never),
    )
  const mint = (to: Hex, amount: Money) => callToken(deployer!, 'mint', [to, unitsOf(amount)])
  const tokens = (of: Hex) => chain.tokens(lower(of))
  await control.setBalance({ address: house, value: parseEther('10') })
  if (houseHolds > 0n) await mint(house, houseHolds)

  const chainConfig: ShownChain = {
    rpcUrl: anvil.url,
    chainId: 31337,
    token: tokenAddress,
    house,
    confirmations,
    publicRpcUrl: '/dev/rpc',
    explorerUrl: '',
  }
  const chain = connectChain(anvil.url, tokenAddress)
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
    token: lower(tokenAddress),
    chainId: 31337,
    alarm: (kind, facts) => alarms.push({ kind, facts }),
    newId: system.newId,
    settings: { ...usualSettings, confirmations, ...settings },
    memory: freshMemory(),
    ...parts,
  })
  const worker = newWorker()
  await openHouse(worker, chainConfig)

  /** A player's caller in a new confirmed session. */
  const callerOf = async (player: PlayerId) => {
    const hash = tokenHash(await openSession(db, player))
    const { id } = await one(
      db.owner.rows<{ id: string }>(
        sql`select session_id as id from players.sessions where token_hash = $1`,
        [hash],
      ),
    )
    return { session: { id, player, tokenHash: hash } } as PlayerCaller
  }

  let players = 0
  const newPlayer = async (holds: Money = fkr(10_000)) => {
    players += 1
    const id = (10_000_000 + players) as PlayerId
    await db.database.rows(sql`select ledger.open_wallets($1)`, [id])
    const wallet = privateKeyToAccount(
      `0x${createHash('sha256').update(`wallet ${id}`).digest('hex')}`,
    )
    await control.setBalance({ address: wallet.address, value: parseEther('1') })
    await control.impersonateAccount({ address: wallet.address })
    if (holds > 0n) await mint(wallet.address, holds)
    await openAccount(db, id)
    const caller = await callerOf(id)

    const challenge = async (address: Hex = wallet.address) =>
      must(await api.challengeWallet({ address }, caller)).message
    const link = async () => {
      const message = await challenge()
      must(
        await api.linkWallet({ message, signature: await wallet.signMessage({ message }) }, caller),
      )
    }
    return {
      id,
      wallet,
      caller,
      challenge,
      link,
      approve: (amount: Money) => callToken(wallet.address, 'approve', [house, unitsOf(amount)]),
      /** Overtakes what waits for the next block. */
      takeBackApproval: () =>
        sender.writeContract({
          account: wallet.address,
          address: tokenAddress,
          abi: erc20Abi,
          functionName: 'approve',
          args: [house, 0n],
          gas: 100_000n,
          maxFeePerGas: 10n ** 12n,
          maxPriorityFeePerGas: 10n ** 11n,
        }),
      sendToHouse: (amount: Money) =>
        callToken(wallet.address, 'transfer', [house, unitsOf(amount)]),
      /** The same without waiting for a block, from an account that pays little gas for it. */
      throwAtHouse: (amount: Money) =>
        sender.writeContract({
          account: wallet.address,
          address: tokenAddress,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [house, unitsOf(amount)],
          gas: 100_000n,
        }),
      report: (amount: Money, key: IdempotencyKey | null = null, from: string = wallet.address) =>
        api.requestDeposit({ player: id, from, amount }, { ...caller, key }),
      /** Money in the Deposit wallet, by a whole deposit. */
      fund: async (amount: Money) => {
        await callToken(wallet.address, 'approve', [house, unitsOf(amount)])
        must(
          await api.requestDeposit(
            { player: id, from: wallet.address, amount },
            { ...caller, key: null },
          ),
        )
        await settle()
      },
      withdraw: (amount: Money, key: IdempotencyKey | null = null) =>
        api.requestWithdrawal({ player: id, amount }, { ...caller, key }),
      deposit: async (id: string) => must(await api.readDeposit({ transactionId: id }, caller)),
      withdrawal: async (id: string) =>
        must(await api.readWithdrawal({ transactionId: id }, caller)),
      balance: async () =>
        (
          await one(
            db.database.rows<{ deposit: Money }>(
              sql`select deposit from ledger.wallets where player_id = $1`,
              [id],
            ),
          )
        ).deposit,
      movements: async () =>
        (
          await db.database.rows<{ kind: string }>(
            sql`select kind from ledger.movements where player_id = $1 order by at, movement_id`,
            [id],
          )
        ).map((movement) => movement.kind),
    }
  }

  const mine = (blocks: number) => control.mine({ blocks })
  /** How many operations are on their way. */
  const open = async () =>
    (
      await one(
        db.database.rows<{ open: bigint }>(
          sql`select count(*) as open from cashier.operations
            where state in ('requested', 'signed', 'mined')`,
        ),
      )
    ).open
  /** Ticks, with a block mined after each, until no operation is on its way. */
  const settle = async (by: ChainWorker = worker) => {
    for (let round = 0; round < 30; round += 1) {
      await tick(by)
      if ((await open()) === 0n) return
      await mine(1)
    }
    throw new Error('operations are still open after 30 blocks')
  }

  /** What the ledger and the chain disagree about: empty when all is well. */
  const ledgerFaults = () =>
    db.owner.rows(sql`
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
        having count(*) <> max(nonce) - min(nonce) + 1`)

  return {
    anvil,
    surroundings: system,
    ledgerFaults,
    /** An address of no player's making gets tokens, and approves them to the house. */
    async approveFrom(address: Hex, amount: Money) {
      await control.setBalance({ address, value: parseEther('1') })
      await control.impersonateAccount({ address })
      await mint(address, amount)
      await callToken(address, 'approve', [house, unitsOf(amount)])
    },
    /** Writes the token's balance of an account into its storage, without an event. */
    async setTokens(of: Hex, count: bigint) {
      const slot = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [of, 0n]))
      await control.setStorageAt({
        address: tokenAddress,
        index: slot,
        value: toHex(count, { size: 32 }),
      })
    },
    /** Drops the last blocks, and their transactions from the pool too. */
    async forget(blocks: number) {
      const rollback = { method: 'anvil_reorg', params: [blocks, []] }
      await control.request(rollback as never)
    },
    /** Sends from the house what this database doesn't know. */
    async useHouseKeyElsewhere() {
      const account = privateKeyToAccount(houseSecret)
      const nonce = await reader.getTransactionCount({ address: house })
      await mined(sender.sendTransaction({ account, to: house, nonce }))
    },
    unmatched: () => db.database.rows<{ sender: string }>(sql`select * from cashier.unmatched`),
    /** Money that is no deposit and no win: what a reward is once it was moved to Deposit. */
    give: (player: number, amount: Money) =>
      db.owner.rows(
        sql`select ledger.post($1, gen_random_uuid(), 'referral_earning', deposit => $2::bigint,
          promotions => -$2::bigint)`,
        [player, amount],
      ),
    /** The operator lets a player's operation in review go on. */
    release: (player: number, by: Database = db.owner) =>
      by.rows(
        sql`select cashier.release(player_id, operation_id) from cashier.operations
            where player_id = $1 and state = 'review'`,
        [player],
      ),
    /** The operator refuses a player's operation in review. */
    refuse: (player: number) =>
      db.owner.rows(
        sql`select cashier.refuse(player_id, operation_id, 'refused') from cashier.operations
            where player_id = $1 and state = 'review'`,
        [player],
      ),
    /** Everything that was signed for a player's last operation. */
    async signedOf(player: number) {
      const rows = await db.owner.rows<{ raw: Hex }>(
        sql`select raw from cashier.signed
            where operation_id = (
              select operation_id from cashier.signed where player_id = $1
                order by nonce desc limit 1)
            order by attempt`,
        [player],
      )
      return rows.map(({ raw }) => parseTransaction(raw))
    },
    db,
    api,
    chain,
    chainConfig,
    alarms,
    worker,
    newWorker,
    newPlayer,
    house,
    tokenAddress,
    mint,
    tokens,
    callToken,
    mine,
    open,
    settle,
    async close() {
      await db.close()
      await anvil.stop()
    },
  }
}

/** The answer of a call that must not be refused. */
export function must<N extends CallName>(result: Result<N>): AnswerOf<N> {
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result.answer
}
