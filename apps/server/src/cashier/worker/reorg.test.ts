import { fkr } from '@pipkin/money'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  confirmations,
  type Player,
  type Scene,
  setScene,
} from '../../../test/cashier/cashier-scene.ts'
import { startDesk } from '../../../test/desk/desk.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import type { Hex } from '../chain/chain.ts'
import { tick } from './tick.ts'

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
})
afterEach(() => scene.close())

const deposited = async () => {
  const player = await scene.newPlayer(fkr(500))
  await player.link()
  await player.approve(fkr(500))
  const id = must(await player.report(fkr(500))).transactionId
  return { player, id }
}

/** Pays a withdrawal out, and finds its block. */
async function payOut(player: Player, id: string) {
  await tick(scene.worker)
  await tick(scene.worker)
  expect(await player.withdrawal(id)).toMatchObject({ state: 'mined' })
}

describe('when the chain forgets blocks', () => {
  test('CASH-19 before the credit, the same bytes are sent again and the deposit is credited once', async () => {
    const { player, id } = await deposited()
    await tick(scene.worker)
    await tick(scene.worker)
    const before = await player.deposit(id)
    expect(before).toMatchObject({ state: 'mined' })

    await scene.anvil.control.setAutomine(false)
    await scene.forget(1)
    await tick(scene.worker)
    expect(await player.deposit(id)).toMatchObject({ state: 'signed', chainHash: before.chainHash })
    await scene.anvil.control.setAutomine(true)
    await scene.mine(1)
    await scene.settle()
    expect(await player.deposit(id)).toMatchObject({
      state: 'confirmed',
      chainHash: before.chainHash,
    })
    expect(await scene.signedOf(player.id)).toHaveLength(1)
    expect(await player.balance()).toBe(fkr(500))
  })

  test('with the approval in them, the deposit fails and nothing is credited', async () => {
    const { player, id } = await deposited()
    await tick(scene.worker)
    await tick(scene.worker)
    await scene.forget(2)
    await scene.settle()
    expect(await player.deposit(id)).toMatchObject({ state: 'failed' })
    expect(await player.balance()).toBe(0n)
    expect(scene.alarms).toEqual([])
  })

  test('CASH-20 deeper than the confirmations, the chain is brought back to the ledger and no player is credited twice', async () => {
    const { player, id } = await deposited()
    await scene.settle()
    const before = await scene.tokens(scene.house)
    expect(await player.balance()).toBe(fkr(500))

    await scene.forget(confirmations)
    expect(await scene.tokens(scene.house)).toBe(before - 500n * 10n ** 18n)
    await scene.mine(confirmations)
    for (let look = 0; look < 8; look += 1) {
      await tick(scene.worker)
      await scene.mine(1)
    }
    expect(await scene.tokens(scene.house)).toBe(before)
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
    expect(await player.movements()).toEqual(['deposit'])
    expect(scene.alarms.map((alarm) => alarm.kind)).toContain('deepReorg')
    expect(await scene.unmatched()).toEqual([])
  })

  test('CASH-21 under a withdrawal, it is paid once', async () => {
    const { player } = await deposited()
    await scene.settle()
    const id = must(await player.withdraw(fkr(100))).transactionId
    await payOut(player, id)
    await scene.forget(1)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
    expect(await scene.tokens(player.wallet.address)).toBe(90n * 10n ** 18n)
    expect(await scene.ledgerFaults()).toEqual([])
  })

  test('CASH-59 deeper than the confirmations under a withdrawal in review, it is judged anew and not given back', async () => {
    const { player } = await deposited()
    await scene.settle()
    const id = must(await player.withdraw(fkr(100))).transactionId
    await payOut(player, id)
    const { transactions } = await scene.anvil.reader.getBlock()
    await scene.db.owner.rows(
      sql`update cashier.operations set state = 'review', reason = 'balanceDiffers'
        where player_id = $1 and kind = 'withdrawal'`,
      [player.id],
    )
    await scene.mine(confirmations)
    await tick(scene.worker)

    const { control } = scene.anvil
    await control.setAutomine(false)
    await scene.forget(confirmations + 1)
    // The worker sends the bytes again, and the node loses them.
    await tick(scene.worker)
    for (const hash of transactions) await control.dropTransaction({ hash })
    await scene.mine(2 * confirmations)
    await tick(scene.worker)
    await scene.refuse(player.id)
    expect(await player.withdrawal(id)).toMatchObject({ state: 'signed' })

    await control.setAutomine(true)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state: 'confirmed' })
    expect(await scene.tokens(player.wallet.address)).toBe(90n * 10n ** 18n)
    expect(await scene.ledgerFaults()).toEqual([])
    expect(await scene.unmatched()).toEqual([])
  })

  test('CASH-63 deeper than the confirmations under a payout that failed and was given back, it is not paid as well', async () => {
    const { player } = await deposited()
    await scene.settle()
    const held = await scene.tokens(scene.house)
    const { control } = scene.anvil
    const id = must(await player.withdraw(fkr(100))).transactionId
    await control.setAutomine(false)
    await tick(scene.worker)
    await scene.setTokens(scene.house, 0n)
    await scene.mine(1)
    await scene.setTokens(scene.house, held)
    await control.setAutomine(true)
    await scene.settle()
    expect(await player.withdrawal(id)).toMatchObject({ state: 'refunded' })

    // The node takes the bytes back into its pool, as nodes do.
    await control.setAutomine(false)
    await scene.forget(confirmations)
    await scene.setTokens(scene.house, held)
    const [signed] = await scene.db.owner.rows<{ raw: Hex }>(
      sql`select raw from cashier.signed join cashier.operations using (player_id, operation_id)
        where player_id = $1 and kind = 'withdrawal'`,
      [player.id],
    )
    if (signed) await scene.chain.send(signed.raw)
    await tick(scene.worker)
    await control.setAutomine(true)
    await scene.mine(confirmations)
    for (let look = 0; look < 4; look += 1) {
      await tick(scene.worker)
      await scene.mine(1)
    }
    expect(scene.alarms.map((alarm) => alarm.kind)).toEqual(['deepReorg'])
    expect(await player.balance()).toBe(fkr(500))
    expect(await scene.tokens(player.wallet.address)).toBe(0n)
    // Its nonce is used, so the next payout is made.
    must(await player.withdraw(fkr(50)))
    await scene.settle()
    expect(await scene.tokens(player.wallet.address)).toBe(45n * 10n ** 18n)
    expect(await scene.ledgerFaults()).toEqual([])
    expect(await scene.unmatched()).toEqual([])
  })

  test('CASH-63 the same under a deposit that failed: nothing is pulled any more', async () => {
    const { player, id } = await deposited()
    const held = await scene.tokens(scene.house)
    const { control } = scene.anvil
    await control.setAutomine(false)
    await tick(scene.worker)
    await player.takeBackApproval()
    await control.setAutomine(true)
    await scene.settle()
    expect(await player.deposit(id)).toMatchObject({ state: 'failed' })

    await scene.forget(confirmations)
    await scene.mine(confirmations)
    for (let look = 0; look < 4; look += 1) {
      await tick(scene.worker)
      await scene.mine(1)
    }
    expect(scene.alarms.map((alarm) => alarm.kind)).toEqual(['deepReorg'])
    expect(await scene.tokens(scene.house)).toBe(held)
    expect(await player.balance()).toBe(0n)
    expect(await scene.unmatched()).toEqual([])
  })

  test('CASH-70 deeper than the confirmations under a credited deposit whose approval is taken back: an alarm, until an operator explains it', async () => {
    const { player, id } = await deposited()
    await scene.settle()
    await scene.forget(confirmations)
    await player.takeBackApproval()
    await scene.mine(confirmations)
    const look = async () => {
      for (let times = 0; times < 4; times += 1) {
        await tick(scene.worker)
        await scene.mine(1)
      }
      return new Set(scene.alarms.splice(0).map((alarm) => alarm.kind))
    }
    expect(await look()).toEqual(new Set(['deepReorg', 'unmatched']))
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
    expect(await scene.auditFaults()).toHaveLength(2)

    const { chainHash } = await player.deposit(id)
    const explain = sql`select operator.explain_transfer('Asha', 'the house bears it', $1) as why`
    const pasted = `0x${chainHash?.slice(2).toUpperCase()}`
    expect(await scene.db.operator.rows(explain, [pasted])).toEqual([{ why: null }])
    const [act] = await scene.db.owner.rows(
      sql`select act, about, after from operator.acts order by n desc limit 1`,
    )
    const after = { note: 'the house bears it' }
    expect(act).toEqual({ act: 'explainTransfer', about: chainHash, after })
    await look()
    expect(await look()).toEqual(new Set())
    expect(await scene.unmatched()).toEqual([])
    expect(await scene.auditFaults()).toEqual([])
    expect(await scene.db.operator.rows(explain, [chainHash])).toEqual([{ why: 'unknownTransfer' }])
  })

  test('CASH-64 deeper than the confirmations, what the node loses is sent again, and the next payout is made', async () => {
    const { player, id } = await deposited()
    await scene.settle()
    const { control } = scene.anvil
    await control.setAutomine(false)
    await scene.forget(confirmations)
    await scene.mine(confirmations)
    await tick(scene.worker)
    const lost = await scene.db.owner.rows<{ hash: Hex }>(
      sql`select hash from cashier.signed where player_id = $1`,
      [player.id],
    )
    for (const { hash } of lost) await control.dropTransaction({ hash })
    await control.setAutomine(true)

    const next = must(await player.withdraw(fkr(100))).transactionId
    await scene.settle()
    expect(await player.deposit(id)).toMatchObject({ state: 'confirmed' })
    expect(await player.withdrawal(next)).toMatchObject({ state: 'confirmed' })
    expect(await scene.ledgerFaults()).toEqual([])
    expect(await scene.unmatched()).toEqual([])
  })

  test('CASH-64 deeper than the confirmations, a payout that is mined by another of its attempts is paid once, and the audit finds nothing', async () => {
    const { player } = await deposited()
    await scene.settle()
    const id = must(await player.withdraw(fkr(100))).transactionId
    const { control, reader } = scene.anvil
    await control.setAutomine(false)
    await tick(scene.worker)
    await tick(scene.newWorker({ stuckMs: 0 }))
    await control.setAutomine(true)
    await scene.mine(1)
    await scene.settle()
    const [first, second] = await scene.db.owner.rows<{ hash: Hex; raw: Hex }>(
      sql`select hash, raw from cashier.signed where operation_id = (
          select operation_id from cashier.operations where kind = 'withdrawal')
        order by attempt`,
    )
    if (!first || !second) throw new Error('the payout was not replaced')
    expect(await player.withdrawal(id)).toMatchObject({ chainHash: second.hash })

    await scene.forget(confirmations)
    await scene.chain.send(first.raw)
    await scene.mine(confirmations)
    for (let look = 0; look < 4; look += 1) {
      await tick(scene.worker)
      await scene.mine(1)
    }
    expect(await reader.getTransactionReceipt({ hash: first.hash })).toMatchObject({
      status: 'success',
    })
    expect(scene.alarms.map((alarm) => alarm.kind)).toEqual(['stuck', 'deepReorg'])
    expect(await player.withdrawal(id)).toMatchObject({
      state: 'confirmed',
      chainHash: first.hash,
    })
    expect(await scene.tokens(player.wallet.address)).toBe(90n * 10n ** 18n)
    expect(await scene.unmatched()).toEqual([])
    expect(await scene.auditFaults()).toEqual([])
  })

  test('CASH-60 deeper than the confirmations under a deposit in review, it waits on beside the next of its wallet', async () => {
    const { player, id } = await deposited()
    await tick(scene.worker)
    await tick(scene.worker)
    await scene.db.owner.rows(
      sql`update cashier.operations set state = 'review', reason = 'tooMuch'
        where player_id = $1`,
      [player.id],
    )
    await scene.mine(confirmations)
    await tick(scene.worker)
    const next = must(await player.report(fkr(500))).transactionId

    await scene.forget(confirmations)
    for (let look = 0; look < 3; look += 1) await tick(scene.worker)
    expect(scene.alarms.map((alarm) => alarm.kind)).toContain('deepReorg')
    expect(await player.deposit(id)).toMatchObject({ state: 'review' })
    expect(await player.deposit(next)).toMatchObject({ state: 'requested' })
  })

  test('deeper than the confirmations, a transfer that comes again has its note', async () => {
    const player = await scene.newPlayer()
    await player.sendToHouse(fkr(50))
    await scene.mine(confirmations)
    await tick(scene.worker)
    await scene.db.owner.rows(
      sql`select operator.explain_transfer('Asha', 'a top-up', hash) from cashier.unmatched`,
    )
    const notes = () =>
      scene.db.owner.rows(sql`select note from cashier.transfers where note is not null`)
    expect(await notes()).toHaveLength(1)
    // Twice: the scanner finds that this isn't the hash of the block, and goes back itself.
    await scene.db.worker.rows(
      sql`select cashier.rewind_scan(scanned_block, opened_block, scanned_hash) from cashier.house`,
    )
    expect(await notes()).toEqual([])
    for (let look = 0; look < 2; look += 1) {
      await scene.mine(1)
      await tick(scene.worker)
    }
    expect(await notes()).toEqual([{ note: 'a top-up' }])
    expect(await scene.unmatched()).toEqual([])
  })

  test('CASH-62 deeper than the confirmations, a verdict by a receipt that is gone sets nothing aside', async () => {
    const { player } = await deposited()
    await scene.settle()
    const id = must(await player.withdraw(fkr(100))).transactionId
    await payOut(player, id)
    await scene.db.owner.rows(
      sql`update cashier.operations set state = 'review', reason = 'balanceDiffers'
        where player_id = $1 and kind = 'withdrawal'`,
      [player.id],
    )
    await scene.mine(confirmations)
    await tick(scene.worker)
    // Another worker judged the receipt before this one goes back, and comes to say so behind it.
    const { worker } = scene.db
    await worker.rows(
      sql`select cashier.rewind_scan(scanned_block, opened_block, scanned_hash) from cashier.house`,
    )
    const verdict = sql`
      select cashier.put_to_review(player_id, operation_id, mined_block, 'balanceDiffers') as stored
      from cashier.operations where player_id = $1 and kind = 'withdrawal'`
    expect(await worker.rows(verdict, [player.id])).toEqual([{ stored: false }])
    expect(await player.withdrawal(id)).toMatchObject({ state: 'mined' })
  })

  test('CASH-61 deeper than the confirmations, a payout that two operators decide leaves their lists and is proposed anew', async () => {
    const desk = await startDesk(scene.db)
    onTestFinished(() => desk.close())
    const [asha, ben] = [await desk.operator('cashier', 'Asha'), await desk.operator('admin')]
    await scene.db.owner.rows(sql`update cashier.settings set second_above = 1`)
    const { player } = await deposited()
    await scene.settle()
    const transaction = must(await player.withdraw(fkr(100))).transactionId
    const review = async () => {
      await scene.mine(1)
      await tick(scene.worker)
      await scene.db.owner.rows(
        sql`update cashier.operations set state = 'review', reason = 'balanceDiffers'
          where player_id = $1 and kind = 'withdrawal'`,
        [player.id],
      )
    }
    const propose = () => asha.post('releasePayout', { transaction, reason: 'ticket 7' })
    const decide = (act: 'approveProposal' | 'refuseProposal', proposal: string | null) =>
      ben.post(act, { proposal, reason: 'ticket 8' })
    const seen = async () => {
      const [{ Data: now }, { Data: waiting }, { Data: payouts }] = await Promise.all([
        ben.get('readNow'),
        ben.get('listProposals'),
        asha.get('listPayouts'),
      ])
      expect(now.proposals).toBe(waiting.proposals.length)
      return [
        waiting.proposals.map(({ whyNot }) => whyNot),
        payouts.payouts.map(({ proposer }) => proposer),
      ]
    }
    await tick(scene.worker)
    await review()
    const first = (await propose()).Data.proposal
    await scene.mine(confirmations)
    await tick(scene.worker)
    expect(await seen()).toEqual([[null], ['Asha']])

    await scene.forget(confirmations + 2)
    await tick(scene.worker)
    expect(scene.alarms.map((alarm) => alarm.kind)).toContain('deepReorg')
    expect(await player.withdrawal(transaction)).not.toMatchObject({ state: 'review' })
    expect(await seen()).toEqual([[], []])
    const over = {
      Message: 'It does not wait for an operator: the player’s page says what became of it.',
    }
    expect(await decide('approveProposal', first)).toMatchObject(over)
    expect(await propose()).toMatchObject(over)

    // Its next receipt is in another block: what waits is about the one that is gone.
    await review()
    expect(await seen()).toEqual([[null], ['Asha']])
    expect(await decide('approveProposal', first)).toMatchObject({
      Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
    })
    expect(await decide('refuseProposal', first)).toMatchObject({ Status: true })
    const second = (await propose()).Data.proposal
    expect(await decide('approveProposal', second)).toMatchObject({ Status: true })
    expect(await seen()).toEqual([[], []])
    await scene.settle()
    expect(await player.withdrawal(transaction)).toMatchObject({ state: 'confirmed' })
    expect(await scene.tokens(player.wallet.address)).toBe(90n * 10n ** 18n)
    expect(await scene.ledgerFaults()).toEqual([])
    expect(await scene.unmatched()).toEqual([])
  })
})
