import { fkr, hundredths } from '@pipkin/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chain, ChainRefused } from '../../src/cashier/chain/chain.ts'
import { unitsOf } from '../../src/cashier/chain/token.ts'
import { tick } from '../../src/cashier/worker/tick.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { confirmations, type Player, type Scene, setScene } from '../cashier/cashier-scene.ts'
import { propertySeed } from '../property-seed.ts'
import { timesOf } from '../times-of.ts'

/**
 * The cashier at random: several workers on nodes of which some lag, reorgs of any depth, gas whose
 * price jumps, and all that may stop a deposit or a payout. Then chain and ledger must agree.
 * CASHIER_RUNS=20 plays 20 times. A failure prints fast-check's seed and its steps.
 */
const runs = timesOf('CASHIER_RUNS', process.env.CASHIER_RUNS ?? '1')

const players = 3
const amount = fc.integer({ min: 5, max: 25 })
const act = fc.oneof(
  { weight: 9, arbitrary: fc.record({ tick: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.constant('tickAll' as const) },
  { weight: 4, arbitrary: fc.constant('mine' as const) },
  { weight: 3, arbitrary: fc.record({ deposit: amount }) },
  { weight: 3, arbitrary: fc.record({ withdraw: amount }) },
  { weight: 1, arbitrary: fc.record({ reorg: fc.integer({ min: 1, max: confirmations + 2 }) }) },
  { weight: 1, arbitrary: fc.record({ gasCosts: fc.integer({ min: 0, max: 40 }) }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...(['mineAtOnce', 'mineLater', 'freeze', 'unfreeze', 'takeBreak', 'relink'] as const),
      ...(['pausePayouts', 'pauseDeposits', 'release', 'refuse'] as const),
    ),
  },
)
const step = fc.record({ player: fc.nat({ max: players - 1 }), what: act })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** By how many blocks the node lags that answers each of a worker's questions, in turn. */
const lags = fc.array(fc.nat({ max: confirmations + 1 }), { minLength: 1, maxLength: 9 })

test('CASH-71 however things come together, no token moves twice, and chain and ledger agree in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 120 }), lags, async (steps, by) => {
      const scene = await setScene()
      try {
        await play(scene, steps, by)
      } finally {
        await scene.close()
      }
    }),
    { seed: propertySeed, numRuns: runs, endOnFailure: true },
  )
})

async function play(scene: Scene, steps: readonly Step[], by: readonly number[]): Promise<void> {
  const { control } = scene.anvil
  const owner = (statement: ReturnType<typeof sql>, id: number) =>
    scene.db.owner.rows(statement, [id])
  const made: Player[] = []
  while (made.length < players) {
    const player = await scene.newPlayer()
    await player.link()
    await player.fund(fkr(1_000))
    await player.approve(fkr(1_000_000))
    made.push(player)
  }
  const { number: begun } = await scene.chain.head()
  const chain = laggingChain(scene.chain, by)
  const workers = [
    scene.worker,
    scene.newWorker({}, { chain }),
    scene.newWorker({ stuckMs: 0 }, { chain }),
  ]
  // A node that lags may refuse what a tick begins with.
  const look = (worker = scene.worker) =>
    tick(worker).catch((error: unknown) => {
      if (!(error instanceof ChainRefused)) throw error
    })

  for (const { player: index, what } of steps) {
    const player = made[index]!
    if (typeof what === 'object') {
      if ('tick' in what) await look(workers[what.tick])
      else if ('deposit' in what) await player.report(fkr(what.deposit))
      else if ('withdraw' in what) await player.withdraw(fkr(what.withdraw))
      else if ('gasCosts' in what)
        await control.setNextBlockBaseFeePerGas({
          baseFeePerGas: BigInt(what.gasCosts) * 10n ** 9n,
        })
      else if ((await scene.chain.head()).number > begun + BigInt(what.reorg)) {
        await scene.forget(what.reorg)
        await scene.mine(what.reorg)
      }
    } else if (what === 'tickAll') await Promise.all(workers.map(look))
    else if (what === 'mine') await scene.mine(1)
    else if (what === 'mineAtOnce' || what === 'mineLater')
      await control.setAutomine(what === 'mineAtOnce')
    else if (what === 'freeze') {
      await owner(sql`select ledger.set_frozen($1, true)`, player.id)
      await owner(sql`select cashier.review_unsigned($1)`, player.id)
    } else if (what === 'unfreeze') await owner(sql`select ledger.set_frozen($1, false)`, player.id)
    else if (what === 'takeBreak')
      await owner(sql`select ledger.take_break($1, 'timeout', '1 day')`, player.id)
    else if (what === 'relink') {
      await owner(
        sql`update cashier.addresses set unlinked_at = now() where player_id = $1`,
        player.id,
      )
      await player.link()
    } else if (what === 'pausePayouts')
      await scene.db.owner.rows(
        sql`update cashier.settings set payouts_paused = not payouts_paused`,
      )
    else if (what === 'pauseDeposits')
      await scene.db.owner.rows(
        sql`update cashier.settings set deposits_paused = not deposits_paused`,
      )
    else if (what === 'release') await scene.release(player.id)
    else await scene.refuse(player.id)
  }

  await control.setAutomine(true)
  await control.setNextBlockBaseFeePerGas({ baseFeePerGas: 1n })
  await scene.db.owner.rows(
    sql`update cashier.settings set payouts_paused = false, deposits_paused = false`,
  )
  for (const { id } of made) await scene.release(id)
  const last = scene.newWorker({ stuckMs: 0 })
  for (let looks = 0; looks < 30; looks += 1) {
    await look(last)
    await scene.mine(1)
  }
  expect(await scene.open()).toBe(0n)
  expect(await scene.auditFaults()).toEqual([])
  expect(await scene.ledgerFaults()).toEqual([])
  for (const { id, wallet } of made) {
    const { left } = await one(
      scene.db.owner.rows<{ left: bigint }>(
        sql`select coalesce(sum(case when kind = 'deposit' then -credited else amount - fee end), 0)
              ::bigint as left
            from cashier.operations where player_id = $1 and state = 'confirmed'`,
        [id],
      ),
    )
    expect(await scene.tokens(wallet.address)).toBe(unitsOf(hundredths(fkr(10_000) + left)))
  }
}

/** A chain of several nodes behind one address, which lag by so many blocks, in turn. */
function laggingChain(chain: Chain, by: readonly number[]): Chain {
  let asked = 0
  const newest = async () => {
    const { number } = await chain.head()
    const lag = BigInt(by[asked++ % by.length] ?? 0)
    return { block: number > lag ? number - lag : 0n, isUpToDate: lag === 0n }
  }
  const orRefuse = async (block: bigint): Promise<void> => {
    if (block > (await newest()).block) throw new ChainRefused('header not found')
  }
  return {
    ...chain,
    async head() {
      const { block } = await newest()
      const hash = await chain.hashOf(block)
      if (hash === null) throw new ChainRefused('the block is gone')
      return { number: block, hash }
    },
    hashOf: async (block) => (block > (await newest()).block ? null : chain.hashOf(block)),
    async receipt(hash) {
      const { block } = await newest()
      const receipt = await chain.receipt(hash)
      return receipt && receipt.block <= block ? receipt : null
    },
    async transfers(account, from, to) {
      const last = await newest()
      return (await chain.transfers(account, from, to)).filter(({ block }) => block <= last.block)
    },
    async nonces(account) {
      const { block, isUpToDate } = await newest()
      if (isUpToDate) return chain.nonces(account)
      const mined = await chain.nonceAt(account, block)
      return { mined, accepted: mined }
    },
    async nonceAt(account, block) {
      await orRefuse(block)
      return chain.nonceAt(account, block)
    },
    async tokens(account, at) {
      if (at !== undefined) await orRefuse(at)
      return chain.tokens(account, at ?? (await newest()).block)
    },
  }
}
