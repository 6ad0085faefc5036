import { fkr, hundredths } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmations, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import { must } from '../../../test/must.ts'
import { operate } from '../../operator/operate.ts'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import { ChainRefused, type Hex } from '../chain/chain.ts'
import { openHouse } from './open-house.ts'
import { tick } from './tick.ts'

/** A restored database meets the chain, which wasn't restored. */

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

/** Puts a player's operations of a kind back to before they were signed, as a restore does. */
async function goBack(player: number, kind: 'deposit' | 'withdrawal'): Promise<void> {
  const { owner } = scene.db
  await owner.rows(
    sql`
    with op as (
      update cashier.operations
        set state = 'requested', nonce = null, signed_at = null, mined_hash = null,
            mined_block = null
        where player_id = $1 and kind = $2 returning operation_id
    ), unsigned as (
      delete from cashier.signed where operation_id in (select operation_id from op) returning hash
    ), unknown as (
      update cashier.transfers set is_signed = false where hash in (select hash from unsigned)
    )
    delete from ledger.movements where kind = 'withdraw_paid'
      and operation_id in (select operation_id from op)`,
    [player, kind],
  )
  await owner.rows(sql`
    update cashier.house set next_nonce = (select max(nonce) + 1 from cashier.signed)`)
}

const afterRestore = () =>
  one(scene.db.operator.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`))
const start = () => openHouse(scene.worker, scene.chainConfig)
/** Looks and mines until the scanner has come to where the chain was. */
async function scan(): Promise<void> {
  for (let n = 0; n < 5; n += 1) {
    await tick(scene.worker)
    await scene.mine(1)
  }
  await tick(scene.worker)
}

/** Types a command about an operation; answers why it was refused, or null. */
async function type(...command: string[]): Promise<string | null> {
  const outcome = await operate(
    { database: scene.db.operator },
    [...command, '--by', 'Asha', '--reason', 'the restore'],
    undefined,
  )
  return outcome.ok ? null : outcome.why
}

test('RESTORE-10 a payout that was sent in the lost time is not sent again, and the worker goes on', async () => {
  // Another waited in the backup, for another reason: it may have been released since.
  const waiting = await scene.newPlayer(fkr(100))
  await waiting.link()
  await waiting.fund(fkr(100))
  must(await waiting.withdraw(fkr(50)))
  await scene.db.owner.rows(
    sql`update cashier.operations set state = 'review', reason = 'overLimit' where player_id = $1
          and kind = 'withdrawal'`,
    [waiting.id],
  )
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.fund(fkr(100))
  const id = must(await player.withdraw(fkr(50))).transactionId
  await scene.settle()
  const paid = await scene.tokens(player.wallet.address)
  await goBack(player.id, 'withdrawal')

  await expect(start()).rejects.toThrow('the database is an old copy')
  await tick(scene.worker)
  expect(await scene.tokens(player.wallet.address)).toBe(paid)

  await afterRestore()
  await start()
  for (let n = 0; n < 3; n += 1) {
    await tick(scene.worker)
    await scene.mine(1)
  }
  expect(await player.withdrawal(id)).toMatchObject({ state: 'review' })
  for (const { id } of [player, waiting])
    expect(
      await scene.db.owner.rows(
        sql`select state, reason from cashier.operations
            where player_id = $1 and kind = 'withdrawal'`,
        [id],
      ),
    ).toEqual([{ state: 'review', reason: id === waiting.id ? 'overLimit' : 'restored' }])
  expect(await scene.tokens(player.wallet.address)).toBe(paid)

  const other = await scene.newPlayer(fkr(100))
  await other.link()
  await other.fund(fkr(100))
  must(await other.withdraw(fkr(50)))
  await scene.settle()
  expect(await scene.tokens(other.wallet.address)).toBe(45n * 10n ** 18n)
  // The payout of the lost time alone, which an operator has yet to match.
  expect(await scene.auditFaults()).toEqual([expect.stringContaining('moved 45 fkr')])
  // Only the first start after the restore takes the chain's nonce.
  await scene.useHouseKeyElsewhere()
  await expect(start()).rejects.toThrow('it is used elsewhere')
})

test('RESTORE-17 what was paid and pulled in the lost time is matched, and not paid or pulled again', async () => {
  // The test before has left the house behind the chain's nonce.
  await afterRestore()
  await start()
  const [paid, unpaid] = [await scene.newPlayer(fkr(100)), await scene.newPlayer(fkr(100))]
  for (const player of [paid, unpaid]) {
    await player.link()
    await player.fund(fkr(100))
  }
  const out = must(await paid.withdraw(fkr(50))).transactionId
  // The wallet has approved more than the deposit, so it could be pulled twice.
  const pulled = await scene.newPlayer(fkr(500))
  await pulled.link()
  await pulled.approve(fkr(300))
  const into = must(await pulled.report(fkr(100))).transactionId
  await tick(scene.worker)
  await scene.mine(1)
  const hashes = await Promise.all(
    [out, into].map(async (id) => {
      const { chainHash } = await (id === out ? paid.withdrawal(id) : pulled.deposit(id))
      return chainHash ?? ''
    }),
  )
  const [payout = '', pull = ''] = hashes
  const isMoved = async () => {
    expect(await scene.tokens(paid.wallet.address)).toBe(45n * 10n ** 18n)
    expect(await scene.tokens(pulled.wallet.address)).toBe(400n * 10n ** 18n)
  }
  await isMoved()
  // These two were only asked for.
  const unpulled = await scene.newPlayer(fkr(100))
  await unpulled.link()
  await scene.db.owner.rows(sql`update cashier.settings set payouts_paused = true`)
  const later = must(await unpaid.withdraw(fkr(50))).transactionId
  const waiting = must(await unpulled.report(fkr(100))).transactionId
  await goBack(paid.id, 'withdrawal')
  await goBack(pulled.id, 'deposit')

  await afterRestore()
  const notYet = expect.stringContaining('has not read the chain')
  expect(await type('release', later)).toEqual(notYet)
  expect(await type('refuse', out)).toEqual(notYet)
  await start()
  expect(await type('release', later)).toEqual(notYet)
  await scan()
  await isMoved()

  for (const id of [out, into])
    for (const act of ['release', 'refuse'])
      expect(await type(act, id)).toContain('A transfer that fits it')
  for (const [id, hash] of [
    [out, pull],
    [later, payout],
    [waiting, pull],
  ] as const)
    expect(await type('match-transfer', id, hash)).toContain('fits it in wallet and amount')
  expect(await type('match-transfer', out, `0x${'0'.repeat(64)}`)).toContain('seen no transfer')
  expect(await type('match-transfer', out, payout)).toBe(null)
  expect(await type('match-transfer', into, pull.toUpperCase().replace('X', 'x'))).toBe(null)
  expect(await type('match-transfer', out, payout)).toContain('does not wait')
  expect(await paid.withdrawal(out)).toMatchObject({ state: 'confirmed', chainHash: payout })
  expect(await pulled.deposit(into)).toMatchObject({
    state: 'confirmed',
    credited: fkr(100),
    chainHash: pull,
  })
  expect((await pulled.deposit(into)).reason).toBe(undefined)
  expect(await pulled.balance()).toBe(fkr(100))

  expect(await type('release', waiting)).toContain('never signed')
  expect(await type('refuse', waiting)).toBe(null)
  expect(await type('release', later)).toBe(null)
  await scene.db.owner.rows(sql`update cashier.settings set payouts_paused = false`)
  await scene.settle()
  expect(await scene.tokens(unpaid.wallet.address)).toBe(45n * 10n ** 18n)
  await isMoved()
  // The payout of the test before waits still.
  expect(await scene.auditFaults()).toHaveLength(1)
})

test('RESTORE-22 what waited in the backup keeps its reason, and counts once if it was paid since', async () => {
  const [paid, unpaid] = [await scene.newPlayer(fkr(100)), await scene.newPlayer(fkr(100))]
  for (const player of [paid, unpaid]) {
    await player.link()
    await player.fund(fkr(100))
  }
  const out = must(await paid.withdraw(fkr(50))).transactionId
  await scene.settle()
  await scene.db.owner.rows(sql`update cashier.settings set payouts_paused = true`)
  const other = must(await unpaid.withdraw(fkr(50))).transactionId
  const { chainHash: payout = '' } = await paid.withdrawal(out)
  await goBack(paid.id, 'withdrawal')
  const put = sql`update cashier.operations set state = 'review', reason = 'frozen'
    where player_id = any($1) and kind = 'withdrawal'`
  await scene.db.owner.rows(put, [[paid.id, unpaid.id]])
  await afterRestore()
  const reasons = sql`select reason from cashier.operations
    where player_id = any($1) and kind = 'withdrawal'`
  expect(await scene.db.owner.rows(reasons, [[paid.id, unpaid.id]])).toEqual([
    { reason: 'frozen' },
    { reason: 'frozen' },
  ])
  for (const id of [out, other])
    expect(await type('refuse', id)).toContain('has not read the chain')
  await start()
  await scan()
  for (const act of ['release', 'refuse'])
    expect(await type(act, out)).toContain('A transfer that fits it')
  expect(await type('match-transfer', out, payout)).toBe(null)
  expect(await paid.withdrawal(out)).toMatchObject({ state: 'confirmed', chainHash: payout })
  expect(await type('refuse', other)).toBe(null)
  expect(await unpaid.balance()).toBe(fkr(100))
  await scene.db.owner.rows(sql`update cashier.settings set payouts_paused = false`)
  expect(await scene.auditFaults()).toHaveLength(1)
})

test('RESTORE-18 what was replaced in the lost time is matched, and not given back', async () => {
  await afterRestore()
  await start()
  await scan()
  // The payout of the first test waits still.
  const before = await scene.auditFaults()
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.fund(fkr(100))
  const id = must(await player.withdraw(fkr(50))).transactionId
  const { control } = scene.anvil
  await control.setAutomine(false)
  await tick(scene.worker)
  await tick(scene.newWorker({ stuckMs: 0 }))
  // The restore loses the replacement, which is mined.
  const [lost] = await scene.db.owner.rows<{ hash: string }>(
    sql`delete from cashier.signed where player_id = $1 and attempt > 0 returning hash`,
    [player.id],
  )
  await afterRestore()
  await start()
  // It is mined after what the scanner has to read since the start.
  await scene.db.owner.rows(sql`update cashier.house set restored_block = scanned_block`)
  await control.setAutomine(true)
  await scene.mine(1)
  expect(await scene.tokens(player.wallet.address)).toBe(45n * 10n ** 18n)

  const transfers = () => Promise.reject(new ChainRefused('lists none'))
  const unread = scene.newWorker({ stuckMs: 0 }, { chain: { ...scene.chain, transfers } })
  // The block in which the nonce was used may still go.
  await tick(unread)
  expect(await player.withdrawal(id)).toMatchObject({ state: 'signed' })
  await scene.mine(confirmations)
  await tick(unread)
  expect(await player.withdrawal(id)).toMatchObject({ state: 'review' })
  const acts = ['release', 'refuse']
  for (const act of acts) expect(await type(act, id)).toContain('has not read the chain')
  await scan()
  for (const act of acts) expect(await type(act, id)).toContain('A transfer that fits it')
  expect(await type('match-transfer', id, lost?.hash ?? '')).toBe(null)
  expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed', chainHash: lost?.hash })
  expect(await scene.tokens(player.wallet.address)).toBe(45n * 10n ** 18n)
  expect(await scene.auditFaults()).toEqual(before)
})

test('RESTORE-20 a deep reorg loses a transaction of the lost time: its nonce is used up, and the next payout is made', async () => {
  await afterRestore()
  await start()
  await scan()
  const before = await scene.auditFaults()
  const lost = await scene.newPlayer(fkr(100))
  await lost.link()
  await lost.fund(fkr(100))
  await scene.mine(confirmations)
  await scan()
  const id = must(await lost.withdraw(fkr(50))).transactionId
  await tick(scene.worker)
  await scene.mine(1)
  await goBack(lost.id, 'withdrawal')
  await afterRestore()
  await start()
  await scan()
  expect(await scene.tokens(lost.wallet.address)).toBe(45n * 10n ** 18n)

  await scene.forget(7)
  expect(await scene.tokens(lost.wallet.address)).toBe(0n)
  await scene.mine(8)
  await scan()
  expect(scene.alarms.map((alarm) => alarm.kind)).toContain('deepReorg')
  // No transfer fits it any more, so it can be let go.
  expect(await type('release', id)).toBe(null)
  // While the node has what was lost, it may still be mined.
  const nonces = async (account: Hex) => {
    const { mined } = await scene.chain.nonces(account)
    return { mined, accepted: mined + 1n }
  }
  const pooled = scene.newWorker({ stuckMs: 0 }, { chain: { ...scene.chain, nonces } })
  for (let look = 0; look < 3; look += 1) {
    await tick(pooled)
    await scene.mine(1)
  }
  expect(await lost.withdrawal(id)).toMatchObject({ state: 'signed' })
  await scene.settle(scene.newWorker({ stuckMs: 0 }))
  expect(scene.alarms.map((alarm) => alarm.kind)).toContain('stuck')
  expect(await lost.withdrawal(id)).toMatchObject({ state: 'confirmed' })
  expect(await scene.tokens(lost.wallet.address)).toBe(45n * 10n ** 18n)
  expect(await scene.auditFaults()).toEqual(before)
})

test('RESTORE-21 a deep reorg takes a payout that was matched: an alarm, until it comes again', async () => {
  await afterRestore()
  await start()
  await scan()
  const before = await scene.auditFaults()
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  await player.fund(fkr(100))
  await scene.mine(confirmations)
  await scan()
  const id = must(await player.withdraw(fkr(50))).transactionId
  await tick(scene.worker)
  await scene.mine(1)
  const { raw, hash } = await one(
    scene.db.owner.rows<{ raw: Hex; hash: Hex }>(
      sql`select raw, hash from cashier.signed order by nonce desc, attempt desc limit 1`,
    ),
  )
  const { blockNumber } = await scene.anvil.reader.getTransactionReceipt({ hash })
  await goBack(player.id, 'withdrawal')
  await afterRestore()
  await start()
  await scan()
  expect(await type('match-transfer', id, hash)).toBe(null)
  await scan()
  expect(await scene.auditFaults()).toEqual(before)

  const { number } = await scene.chain.head()
  const gone = Number(number - blockNumber) + 1
  await scene.forget(gone)
  await scene.mine(gone)
  await scan()
  expect(await scene.tokens(player.wallet.address)).toBe(0n)
  expect((await scene.unmatched()).length).toBeGreaterThan(before.length)
  await scene.chain.send(raw)
  await scene.mine(1)
  await scan()
  expect(await scene.tokens(player.wallet.address)).toBe(45n * 10n ** 18n)
  expect(await scene.auditFaults()).toEqual(before)
})

test.each([
  ['explain_transfer', fkr(50), sql`select operator.explain_transfer('Ben', 'a gift', $1) as why`],
  [
    'explain_dust',
    hundredths(50n),
    sql`
    select case when $1::text is not null then operator.explain_dust('Ben', 'a gift') end as why`,
  ],
])('RESTORE-19 %s leaves out a transfer that is being matched', async (_, amount, explain) => {
  const { db } = scene
  const player = await scene.newPlayer(fkr(100))
  await player.link()
  const id = must(await player.report(fkr(50))).transactionId
  await db.owner.rows(
    sql`update cashier.operations set state = 'review', reason = 'restored' where player_id = $1`,
    [player.id],
  )
  await player.sendToHouse(amount)
  await scan()
  const { hash } = await one(
    db.owner.rows<{ hash: string }>(
      sql`select hash from cashier.unmatched where sender = $1 and operation_id is null`,
      [player.wallet.address.toLowerCase()],
    ),
  )
  const match = sql`
    select operator.match_transfer('Asha', 'the restore', player_id, operation_id, $2) as why
    from cashier.operations where player_id = $1`
  const first = async (inside: Queryable) =>
    expect(await inside.rows(match, [player.id, hash])).toEqual([{ why: null }])
  const late = () => db.operator.rows<{ why: string }>(explain, [hash])
  expect(await waitBehind(db, { by: db.owner, first }, late)).toEqual([{ why: expect.any(String) }])
  expect(await player.deposit(id)).toMatchObject({ state: 'confirmed', credited: amount })
  expect((await scene.auditFaults()).filter((fault) => fault.includes(String(player.id)))).toEqual(
    [],
  )
})
