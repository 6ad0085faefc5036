import { hash } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { borrowDatabaseForTest } from '../../test/database/borrowed-database.ts'
import type { TestDatabase } from '../../test/database/fresh-database.ts'
import { untilWaiting } from '../../test/database/until-waiting.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../test/desk/desk.ts'
import { bringFriend, makePlayer, setCatalogue } from '../../test/players/player.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { one, type Queryable, sql } from '../platform/database/database.ts'

let db: TestDatabase
let desk: RunningDesk
let player: number
let asha: OperatorBrowser
let ben: OperatorBrowser
const reason = 'ticket 7'

beforeEach(async () => {
  db = await borrowDatabaseForTest()
  await setCatalogue(db)
  desk = await startDesk(db)
  onTestFinished(() => desk.close())
  player = await makePlayer(db, { deposit: fkr(200_000) })
  await bringFriend(db, await makePlayer(db), player)
  await db.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ('0x' || repeat('a', 40), $1)`,
    [player],
  )
  asha = await desk.operator('cashier', 'Asha')
  ben = await desk.operator('admin', 'Ben')
})

/** A withdrawal of this amount that waits. */
async function payout(whole: bigint): Promise<string> {
  await db.owner.rows(sql`update cashier.settings set review_above = 1, second_above = 1000000`)
  const { id } = await one(
    db.database.rows<{ id: string }>(
      sql`select cashier.request_withdrawal($1, gen_random_uuid(), $2, '0', null, null)
            ->> 'id' as id`,
      [player, whole * 100n],
    ),
  )
  return transactionIdOf(player, id)
}

const stateOf = async (transaction: string) => {
  const { Data } = await asha.get(`readPlayer?player=${player}`)
  return Data.operations.find((row: { transaction: string }) => row.transaction === transaction)
    ?.state
}
const acts = () =>
  db.owner.rows<{ act: string; operator: string; approved_by: number | null }>(
    sql`select act, operator, operator_id, approved_by, approval, before, after
      from operator.acts order by n`,
  )

test('a payout up to the sum is released by one; above it one proposes and another approves', async () => {
  const [small, large] = [await payout(10_000n), await payout(10_001n)]
  expect(await asha.post('releasePayout', { transaction: small, reason })).toMatchObject({
    Message: 'Done',
    Data: { proposal: null },
  })
  expect(await stateOf(small)).toBe('requested')

  const proposed = await asha.post('releasePayout', { transaction: large, reason })
  expect(proposed.Message).toBe('Proposed: a second person has to approve it within 24 hours')
  // The proposal shows what will change, and leaves it unchanged.
  expect(await stateOf(large)).toBe('review')
  const { proposals: open } = (await ben.get('listProposals')).Data
  expect(open).toMatchObject([
    { act: 'releasePayout', proposer: 'Asha', own: false, reason, decision: null },
  ])
  // The queue says it, and the payout has the id that it has on all screens.
  expect(open[0]?.about).toBe(`${player} ${large}`)
  expect((await ben.get('listPayouts')).Data.payouts).toMatchObject([
    { transaction: large, proposer: 'Asha' },
  ])
  expect(open[0]?.facts).toEqual([
    { what: 'Amount', value: '10,001 fkr' },
    { what: 'Fee', value: '1,000.10 fkr' },
    { what: 'Address', value: `0x${'a'.repeat(40)}` },
    { what: 'Doubted or unlinked by its owner', value: 'no' },
  ])
  expect(open[0]?.changes).toContainEqual({ what: 'State', before: 'review', after: 'requested' })
  const { acts: listed } = (await ben.get('listActs')).Data
  expect(listed[0]).toMatchObject({ act: 'propose' })
  expect(listed[0]?.changes).toContainEqual({ what: 'State', before: 'review', after: 'requested' })
  expect(await asha.post('releasePayout', { transaction: large, reason })).toMatchObject({
    Message: 'This is proposed already: a second person has to approve it.',
  })

  const { proposal } = proposed.Data
  const approval = 'the player called'
  expect(await ben.post('approveProposal', { proposal, reason: approval })).toMatchObject({
    Status: true,
  })
  expect(await stateOf(large)).toBe('requested')
  expect((await acts()).at(-1)).toMatchObject({
    act: 'releasePayout',
    operator: 'Asha, approved by Ben',
    operator_id: asha.id,
    approved_by: ben.id,
    approval,
    after: { amount: 1_000_100 },
  })
  expect((await ben.get('listProposals')).Data.proposals).toEqual([])
  const found = (await ben.get(`listActs?about=${large}`)).Data.acts
  expect(found).toMatchObject([{ act: 'releasePayout', about: `${player} ${large}` }])
  for (const who of ['Asha', 'Ben'])
    expect((await ben.get(`listActs?who=${who}&act=releasePayout`)).Data.acts[0]).toMatchObject({
      operator: 'Asha',
      reason,
      approver: 'Ben',
      approval,
    })
})

test('DESK-05 payouts that are small each take a second person once the day’s sum is reached', async () => {
  for (let released = 0; released < 5; released += 1)
    expect(
      await asha.post('releasePayout', { transaction: await payout(10_000n), reason }),
    ).toMatchObject({ Data: { proposal: null } })
  const transaction = await payout(100n)
  const sixth = await asha.post('releasePayout', { transaction, reason })
  expect(sixth.Data.proposal).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stateOf(transaction)).toBe('review')
})

test('DESK-04 no one approves their own, not even with the owner’s hand on the table', async () => {
  const { Data } = await ben.post('releasePayout', {
    transaction: await payout(20_000n),
    reason,
  })
  expect(await ben.post('approveProposal', { ...Data, reason })).toMatchObject({ status: 403 })
  await expect(
    db.owner.rows(
      sql`update desk.proposals
        set decision = 'approved', decided_by = proposed_by, decided_at = now()`,
    ),
  ).rejects.toThrow('another_approves')
})

test('a proposal lapses after 24 hours, is refused with a reason, or withdrawn by its own', async () => {
  const propose = async () => {
    const transaction = await payout(20_000n)
    return { transaction, ...(await asha.post('releasePayout', { transaction, reason })).Data }
  }
  const late = await propose()
  await db.owner.rows(
    sql`update desk.proposals set proposed_at = now() - interval '24 hours 1 second'`,
  )
  expect(await ben.post('approveProposal', { proposal: late.proposal, reason })).toMatchObject({
    Status: false,
    Message: 'This proposal is older than 24 hours: propose it again.',
  })
  const refused = await propose()
  await ben.post('refuseProposal', { proposal: refused.proposal, reason: 'no such ticket' })
  const withdrawn = await propose()
  await asha.post('refuseProposal', { proposal: withdrawn.proposal, reason: 'my mistake' })
  for (const { transaction, proposal } of [refused, withdrawn]) {
    expect(await stateOf(transaction)).toBe('review')
    expect(await ben.post('approveProposal', { proposal, reason })).toMatchObject({
      Status: false,
    })
  }
  expect((await acts()).map(({ act }) => act).slice(-4)).toEqual([
    'propose',
    'refuseProposal',
    'propose',
    'withdrawProposal',
  ])
})

test('DESK-06 what is approved is judged again: the proposer’s role, and the thing itself', async () => {
  const transaction = await payout(20_000n)
  const first = (await asha.post('releasePayout', { transaction, reason })).Data
  await db.owner.rows(sql`update desk.operators set role = 'auditor' where name = 'Asha'`)
  expect(await ben.post('approveProposal', { proposal: first.proposal, reason })).toMatchObject({
    Message: 'Who proposed this may not do it any more: it can only be refused or withdrawn.',
  })
  // It stands in the way of no one who proposes the same.
  expect((await ben.get('listPayouts')).Data.payouts).toMatchObject([{ proposer: null }])
  const cleo = await desk.operator('admin', 'Cleo')
  const again = (await cleo.post('releasePayout', { transaction, reason })).Data
  await cleo.post('refuseProposal', { ...again, reason: 'my mistake' })
  await db.owner.rows(sql`update desk.operators set role = 'cashier' where name = 'Asha'`)
  expect((await ben.get('readNow')).Data.proposals).toBe(1)
  await ben.post('refusePayout', { transaction, reason })
  expect((await ben.get('readNow')).Data.proposals).toBe(0)
  expect(await ben.post('approveProposal', { proposal: first.proposal, reason })).toMatchObject({
    Message: 'It does not wait for an operator: the player’s page says what became of it.',
  })
  expect(await stateOf(transaction)).toBe('refunded')
})

test('DESK-06 a role that was taken away and given back approves nothing of before', async () => {
  const cleo = await desk.operator('admin', 'Cleo')
  const dora = await desk.operator('admin', 'Dora')
  const adjust = { player, wallet: 'bonus', amount: 5, note: 'for the outage', reason }
  const setRole = async (role: string) => {
    const { Data } = await ben.post('changeRole', { operator: dora.id, role, reason })
    expect(await cleo.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
  }
  const first = (await dora.post('adjustBalance', adjust)).Data
  await setRole('cashier')
  const second = (await cleo.post('adjustBalance', adjust)).Data
  // A role with the duty of the act keeps what was proposed.
  const transaction = await payout(20_000n)
  const paying = (await dora.post('releasePayout', { transaction, reason })).Data
  await setRole('admin')
  expect(await ben.post('approveProposal', { ...first, reason })).toMatchObject({
    Message: 'Who proposed this may not do it any more: it can only be refused or withdrawn.',
  })
  for (const proposed of [second, paying])
    expect(await ben.post('approveProposal', { ...proposed, reason })).toMatchObject({
      Status: true,
    })
  expect((await acts()).filter(({ act }) => act === 'adjustBalance')).toHaveLength(1)
})

test('what can’t be approved says why; its author withdraws it also without the duty', async () => {
  const transaction = await payout(20_000n)
  const { proposal } = (await asha.post('releasePayout', { transaction, reason })).Data
  const waiting = async (by = ben) => (await by.get('listProposals')).Data.proposals
  expect(await waiting()).toMatchObject([{ mayDecide: true, whyNot: null }])
  expect(await waiting(asha)).toMatchObject([
    { own: true, whyNot: 'Another person has to approve what you proposed.' },
  ])
  await ben.post('freezePlayer', { player, reason })
  const frozen = 'The account is frozen: it has to be opened first.'
  expect(await waiting()).toMatchObject([{ mayDecide: true, whyNot: frozen }])
  expect(await ben.post('approveProposal', { proposal, reason })).toMatchObject({ Message: frozen })

  await db.owner.rows(sql`update desk.operators set role = 'auditor' where name = 'Asha'`)
  const noDuty = 'Who proposed this may not do it any more: it can only be refused or withdrawn.'
  expect(await waiting()).toMatchObject([{ mayDecide: true, whyNot: noDuty }])
  expect(await waiting(asha)).toMatchObject([{ own: true, mayDecide: false, whyNot: noDuty }])
  expect((await asha.post('approveProposal', { proposal, reason })).status).toBe(403)
  expect(await asha.post('refuseProposal', { proposal, reason })).toMatchObject({ Status: true })
  expect((await acts()).at(-1)).toMatchObject({ act: 'withdrawProposal', operator: 'Asha' })
  expect(await waiting()).toEqual([])
})

test('DESK-70 no one decides about their own role or account', async () => {
  const cleo = await desk.operator('admin', 'Cleo')
  const rows = await db.owner.rows<{ email: string }>(
    sql`select email from desk.operators where operator_id = $1`,
    [ben.id],
  )
  const about = { operator: ben.id, reason }
  const proposed = [
    await cleo.post('changeRole', { ...about, role: 'support' }),
    await cleo.post('closeOperator', about),
    await cleo.post('inviteOperator', { name: 'Ben', ...rows[0], role: 'games', reason }),
  ]
  const whyNot = 'This is about your own account: another person has to decide it.'
  for (const { Data } of proposed)
    for (const decide of ['approveProposal', 'refuseProposal'] as const)
      expect(await ben.post(decide, { ...Data, reason })).toMatchObject({
        status: 403,
        Message: whyNot,
      })
  const { proposals } = (await ben.get('listProposals')).Data
  expect(proposals.map(({ mayDecide, whyNot }) => [mayDecide, whyNot])).toEqual(
    proposed.map(() => [false, whyNot]),
  )
  expect((await ben.get('readNow')).Data.proposals).toBe(0)
  // One may ask for it, and take that back; another decides. Then the rest has lost its ground.
  const own = (await ben.post('changeRole', { ...about, role: 'auditor' })).Data
  const another = (await ben.post('changeRole', { ...about, role: 'cashier' })).Data
  expect(await ben.post('refuseProposal', { ...own, reason })).toMatchObject({ Status: true })
  expect(await cleo.post('approveProposal', { ...another, reason })).toMatchObject({ Status: true })
  const left = (await cleo.get('listProposals')).Data.proposals
  expect(left.map(({ act }) => act)).toEqual(['inviteOperator'])
})

test('a proposal that is over, and on no list, stands in the way of no new one', async () => {
  const cleo = await desk.operator('admin', 'Cleo')
  const waiting = async () => (await ben.get('listProposals')).Data.proposals.length
  const changes = [
    ['changeGas', { coinPrice: 20 }, { coinPrice: 30 }],
    ['changePayoutLimits', { each: 20 }, { each: 30 }],
    ['changeLossBudget', { amount: 20 }, { amount: 30 }],
  ] as const
  for (const [act, input, other] of changes) {
    const again = () => ben.post(act, { ...input, reason })
    expect(await again()).toMatchObject({ Status: true })
    const { Data } = await ben.post(act, { ...other, reason })
    expect(await waiting()).toBe(2)
    expect(await cleo.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
    expect([act, await waiting()]).toEqual([act, 0])
    expect(await again()).toMatchObject({ Status: true })
    expect(await again()).toMatchObject({
      Message: 'This is proposed already: a second person has to approve it.',
    })
    expect(await waiting()).toBe(1)
    await db.owner.rows(sql`delete from desk.proposals`)
  }
  // Who has another role since is closed all the same.
  const close = () => ben.post('closeOperator', { operator: asha.id, reason })
  await close()
  const { Data } = await ben.post('changeRole', { operator: asha.id, role: 'support', reason })
  await cleo.post('approveProposal', { ...Data, reason })
  const closing = await close()
  expect(await cleo.post('approveProposal', { ...closing.Data, reason })).toMatchObject({
    Status: true,
  })
  expect((await asha.get('readMe')).status).toBe(401)
})

test('DESK-75 what a stolen account proposed waits no more once its operator is invited anew', async () => {
  const cleo = await desk.operator('admin', 'Cleo')
  const transaction = await payout(20_000n)
  const { proposal } = (await asha.post('releasePayout', { transaction, reason })).Data
  const { email } = await one(
    db.owner.rows<{ email: string }>(sql`select email from desk.operators where operator_id = $1`, [
      asha.id,
    ]),
  )
  const invite = { name: 'Asha', email, role: 'cashier', reason }
  for (const [act, input] of [
    ['closeOperator', { operator: asha.id, reason }],
    ['inviteOperator', invite],
  ] as const) {
    const { Data } = await ben.post(act, input)
    expect(await cleo.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
  }
  expect(await ben.post('approveProposal', { proposal, reason })).toMatchObject({
    Message: 'Who proposed this may not do it any more: it can only be refused or withdrawn.',
  })
  const { payouts } = (await ben.get('listPayouts')).Data
  expect(payouts).toMatchObject([{ transaction, proposer: null }])
  // It stands in the way of no one who proposes the same.
  const { Data } = await cleo.post('releasePayout', { transaction, reason })
  expect(await ben.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
})

test('the role is judged by the database too, even if the process lets it through', async () => {
  const support = await desk.operator('support')
  const session = hash('sha256', Buffer.from(support.cookies.get('desk') ?? '', 'hex'), 'buffer')
  const act = sql`select desk.act($1, 'pausePayouts', 'ticket 7', '{}') as acted`
  expect(await db.operator.rows(act, [session])).toEqual([{ acted: { refusal: 'forbidden' } }])
  expect(await db.operator.rows(act, [Buffer.alloc(32)])).toEqual([
    { acted: { refusal: 'noSession' } },
  ])
})

test('two who approve at the same moment do it once', async () => {
  const other = await desk.operator('admin', 'Cleo')
  const { Data } = await asha.post('releasePayout', {
    transaction: await payout(20_000n),
    reason,
  })
  const answers = await Promise.all(
    [ben, other].map((one) => one.post('approveProposal', { proposal: Data.proposal, reason })),
  )
  expect(answers.map(({ Status }) => Status).sort()).toEqual([false, true])
  expect((await acts()).filter(({ act }) => act === 'releasePayout')).toHaveLength(1)
})

const unlink = (at: Queryable) =>
  at.rows(sql`select cashier.unlink_address($1, '0x' || repeat('a', 40))`, [player])

test.each([
  ['unlinks the wallet', unlink],
  [
    'resets the password',
    (at: Queryable) =>
      at.rows(sql`select cashier.doubt_addresses($1, interval '7 days')`, [player]),
  ],
] as const)('DESK-69: no one alone pays while the owner %s', async (_, disown) => {
  const transaction = await payout(100n)
  const released = await waitBehind(db, { by: db.database, first: disown }, () =>
    asha.post('releasePayout', { transaction, reason }),
  )
  expect(released.Data).toMatchObject({ proposal: expect.any(String) })
  expect(await stateOf(transaction)).toBe('review')
  const { proposals } = (await ben.get('listProposals')).Data
  expect(proposals[0]?.facts).toContainEqual({
    what: 'Doubted or unlinked by its owner',
    value: 'yes',
  })
  expect((await ben.get('listPayouts')).Data.payouts).toMatchObject([{ takesTwo: true }])
})

test('DESK-77 what waits for a wallet that its owner unlinked takes two, though it is signed for again', async () => {
  const [small, large] = [await payout(100n), await payout(10_001n)]
  const paying = (await asha.post('releasePayout', { transaction: large, reason })).Data
  await unlink(db.database)
  await db.database.rows(
    sql`select cashier.keep_challenge($1, 'text', '0x' || repeat('a', 40)),
      cashier.link_address($1, 'text', '0x' || repeat('a', 40))`,
    [player],
  )
  expect((await ben.get('listPayouts')).Data.payouts).toMatchObject(
    [small, large].map((transaction) => ({
      transaction,
      takesTwo: true,
      disownedAt: expect.any(String),
    })),
  )
  expect(await ben.post('approveProposal', { ...paying, reason })).toMatchObject({
    Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
  })
  expect((await asha.post('releasePayout', { transaction: small, reason })).Data).toMatchObject({
    proposal: expect.any(String),
  })
  const later = await payout(100n)
  expect((await asha.post('releasePayout', { transaction: later, reason })).Data).toMatchObject({
    proposal: null,
  })
})

test('DESK-66 what the owner has disowned since it was proposed is not paid, and no factor taken', async () => {
  const outdated = {
    Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
  }
  const cleo = await desk.operator('admin', 'Cleo')
  const transaction = await payout(10_001n)
  const paying = (await asha.post('releasePayout', { transaction, reason })).Data
  // As a reset does.
  await db.owner.rows(sql`update cashier.addresses set doubted_at = now() where player_id = $1`, [
    player,
  ])
  expect(await ben.post('approveProposal', { ...paying, reason })).toMatchObject(outdated)
  expect(await stateOf(transaction)).toBe('review')
  await ben.post('refuseProposal', { ...paying, reason })
  const again = (await asha.post('releasePayout', { transaction, reason })).Data
  const { proposals } = (await ben.get('listProposals')).Data
  expect(proposals[0]?.facts).toContainEqual({
    what: 'Doubted or unlinked by its owner',
    value: 'yes',
  })
  expect(await ben.post('approveProposal', { ...again, reason })).toMatchObject({ Status: true })

  await db.owner.rows(sql`update cashier.addresses set doubted_at = null where player_id = $1`, [
    player,
  ])
  const another = await payout(10_002n)
  const unlinking = (await asha.post('releasePayout', { transaction: another, reason })).Data
  await unlink(db.database)
  expect(await ben.post('approveProposal', { ...unlinking, reason })).toMatchObject(outdated)

  await db.owner.rows(
    sql`insert into players.totp (player_id, secret, last_step) values ($1, 'x', 1)`,
    [player],
  )
  await db.owner.rows(sql`update players.accounts set has_totp = true where player_id = $1`, [
    player,
  ])
  const since = {
    'a freeze': sql`select players.freeze_by_house($1, true)`,
    'a new factor': sql`select players.notify($1, 'totp_added', '')`,
  }
  for (const happened of Object.values(since)) {
    const reset = (await ben.post('resetFactor', { player, reason })).Data
    await db.owner.rows(happened, [player])
    expect(await cleo.post('approveProposal', { ...reset, reason })).toMatchObject(outdated)
    await cleo.post('refuseProposal', { ...reset, reason })
  }
})

test('an act without a reason is not done', async () => {
  const transaction = await payout(100n)
  for (const none of [undefined, '', '  ', 'no'])
    expect((await asha.post('releasePayout', { transaction, reason: none })).status).toBe(400)
  expect(await stateOf(transaction)).toBe('review')
})

test('a reset factor: both people, a hold of 72 hours, a mail, no session left', async () => {
  await db.owner.rows(
    sql`insert into players.totp (player_id, secret, last_step) values ($1, 'x', 1)`,
    [player],
  )
  await db.owner.rows(sql`update players.accounts set has_totp = true where player_id = $1`, [
    player,
  ])
  await db.owner.rows(
    sql`insert into players.sessions (token_hash, player_id) values (sha256('x'), $1)`,
    [player],
  )
  const { Data } = await ben.post('resetFactor', { player, reason: 'seen on a video call' })
  const before = (await ben.get(`readPlayer?player=${player}`)).Data
  expect(before).toMatchObject({ hasApp: true, heldUntil: null })
  const cleo = await desk.operator('admin', 'Cleo')
  expect(await cleo.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
  const after = (await ben.get(`readPlayer?player=${player}`)).Data
  expect(after).toMatchObject({ hasApp: false, passkeys: 0, sessions: [] })
  const hours = (Date.parse(String(after.heldUntil)) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(71.9)
  expect(
    await db.owner.rows(
      sql`select e.kind::text, m.email from players.mails m
        join players.security_events e using (event_id) order by e.at desc limit 1`,
    ),
  ).toEqual([{ kind: 'totp_removed', email: `${player}@example.com` }])
})

test('an account that the house froze is not opened by its owner’s new password', async () => {
  expect(await asha.post('freezePlayer', { player, reason })).toMatchObject({ Status: true })
  const frozen = async () =>
    one(
      db.owner.rows<{ frozen: boolean }>(
        sql`select w.frozen from ledger.wallets w where player_id = $1`,
        [player],
      ),
    )
  expect(await frozen()).toEqual({ frozen: true })
  await expect(
    db.owner.rows(sql`update players.accounts set frozen_from = null where player_id = $1`, [
      player,
    ]),
  ).rejects.toThrow('accounts_check')
  const { Data } = await asha.post('unfreezePlayer', { player, reason })
  await ben.post('approveProposal', { ...Data, reason })
  expect(await frozen()).toEqual({ frozen: false })
})

test('DESK-62 what waits is shown to who may do it, who proposed it and who audits', async () => {
  const [cashier, games] = [asha, await desk.operator('games')]
  const large = await payout(10_001n)
  await cashier.post('releasePayout', { transaction: large, reason })
  const other = await desk.operator('cashier')
  const auditor = await desk.operator('auditor')
  const support = await desk.operator('support')
  await ben.post('adjustBalance', { player, wallet: 'deposit', amount: 5, note: 'A gift.', reason })
  const seen = async (by: OperatorBrowser) => {
    const { proposals } = (await by.get('listProposals')).Data
    // What is to be decided by this one is counted.
    const open = proposals.filter(({ own, mayDecide }) => mayDecide && !own)
    expect((await by.get('readNow')).Data.proposals).toBe(open.length)
    for (const { deciders, mayDecide } of proposals)
      expect(mayDecide).toBe(deciders.includes((await by.get('readMe')).Data.role))
    return proposals.map(({ act }) => act)
  }
  for (const by of [cashier, other]) expect(await seen(by)).toEqual(['releasePayout'])
  for (const by of [ben, auditor])
    expect(await seen(by)).toEqual(['releasePayout', 'adjustBalance'])
  for (const by of [games, support]) expect(await seen(by)).toEqual([])
  const { proposals } = (await auditor.get('listProposals')).Data
  expect(proposals).toMatchObject([
    { deciders: ['cashier', 'admin'], mayDecide: false },
    { deciders: ['admin'], mayDecide: false },
  ])
  for (const { proposal } of proposals)
    expect((await auditor.post('refuseProposal', { proposal, reason })).status).toBe(403)
})

test('what waits about a player is shown to who sees players, about a game to who offers them', async () => {
  const other = await makePlayer(db, { deposit: fkr(100) })
  const adjust = { wallet: 'deposit', amount: 5, note: 'A gift.', reason }
  const { proposal } = (await ben.post('adjustBalance', { player, ...adjust })).Data
  await ben.post('adjustBalance', { player: other, ...adjust })
  const seen = async (role: string, query = `about=${player}`) => {
    const by = await desk.operator(role)
    return (await by.get(`listProposals?${query}`)).Data.proposals
  }
  for (const role of ['support', 'cashier', 'auditor', 'admin'])
    expect(await seen(role)).toMatchObject([{ proposal, deciders: ['admin'] }])
  expect(await seen('games')).toEqual([])
  expect(await seen('support', '')).toEqual([])
  // A game's, by its name and number, is shown to who offers games.
  await ben.post('retireGame', { game: 2, reason })
  const mines = `about=${encodeURIComponent('Mines (2)')}`
  expect(await seen('games', mines)).toMatchObject([{ act: 'retireGame' }])
  expect(await seen('support', mines)).toEqual([])
  expect(await seen('games', 'about=Fruit')).toEqual([])
})

test('all that waits is counted and found page by page, of all acts or of one', async () => {
  await db.owner.rows(
    sql`
    insert into desk.proposals (act, input, reason, changes, proposed_by)
    select 'changeGas', jsonb_build_object('n', n), 'ticket 7', '{"about": "gas"}', $1
    from generate_series(1, 101) n`,
    [ben.id],
  )
  const { proposal } = (await ben.post('changeLossBudget', { amount: 900, reason })).Data
  const cleo = await desk.operator('admin', 'Cleo')
  expect((await cleo.get('readNow')).Data.proposals).toBe(102)
  const first = (await ben.get('listProposals?limit=100')).Data
  expect(first.proposals).toHaveLength(100)
  const second = (await ben.get(`listProposals?limit=100&cursor=${first.next}`)).Data
  expect(second).toMatchObject({ proposals: [{ act: 'changeGas' }, { proposal }], next: null })
  const ofOne = (await ben.get('listProposals?act=changeLossBudget')).Data
  expect(ofOne).toMatchObject({ proposals: [{ proposal }], next: null })
  expect((await ben.get('listProposals?cursor=1')).status).toBe(400)
})

test('DESK-71 an approval never comes after what the owner disowned in that moment', async () => {
  const transaction = await payout(10_001n)
  const { Data } = await asha.post('releasePayout', { transaction, reason })
  const waits = (many: number) => untilWaiting(db, { many })
  // The approval waits to write its act down, the owner for the approval, and each who comes anew
  // to the wallets for a lock of the whole table.
  const answers = await db.worker.transaction(async (inside) => {
    await inside.rows(sql`select pg_advisory_xact_lock(hashtext('operator.acts'))`)
    const approved = ben.post('approveProposal', { ...Data, reason })
    await waits(1)
    const unlinked = unlink(db.database)
    await waits(2)
    const table = db.owner.transaction((other) =>
      other.rows(sql`lock table ledger.wallets in exclusive mode`),
    )
    await waits(3)
    return { all: Promise.all([approved, unlinked, table]) }
  })
  const [approved] = await answers.all
  expect(approved).toMatchObject({ Status: true })
  expect(
    await db.owner.rows(sql`
      select act.at < wallet.unlinked_at as "isBefore"
      from operator.acts act, cashier.addresses wallet where act = 'releasePayout'`),
  ).toEqual([{ isBefore: true }])
})

test('DESK-72 no factor is taken that its owner adds while the approval waits', async () => {
  await db.owner.rows(
    sql`insert into players.totp (player_id, secret, last_step) values ($1, 'x', 1)`,
    [player],
  )
  await db.owner.rows(sql`update players.accounts set has_totp = true where player_id = $1`, [
    player,
  ])
  const cleo = await desk.operator('admin', 'Cleo')
  const { Data } = await ben.post('resetFactor', { player, reason })
  const addFactor = async (inside: Queryable) => {
    await inside.rows(sql`update players.accounts set passkeys = 1 where player_id = $1`, [player])
    await inside.rows(sql`select players.notify($1, 'passkey_added')`, [player])
  }
  expect(
    await waitBehind(db, { by: db.owner, first: addFactor }, () =>
      cleo.post('approveProposal', { ...Data, reason }),
    ),
  ).toMatchObject({
    Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
  })
  expect((await ben.get(`readPlayer?player=${player}`)).Data).toMatchObject({
    hasApp: true,
    passkeys: 1,
  })
})

test('DESK-80 no account is opened that its owner freezes while the approval waits', async () => {
  await asha.post('freezePlayer', { player, reason })
  const { Data } = await asha.post('unfreezePlayer', { player, reason })
  // By a link that was mailed to an address which another account has by now.
  const freeze = (inside: Queryable) =>
    inside.rows(
      sql`update players.accounts set email_owed = 'owner@example.com', frozen_by_owner = true
        where player_id = $1`,
      [player],
    )
  expect(
    await waitBehind(db, { by: db.owner, first: freeze }, () =>
      ben.post('approveProposal', { ...Data, reason }),
    ),
  ).toMatchObject({
    Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
  })
})

test('DESK-64 what was proposed on another state than now is not done', async () => {
  const [cleo, dan] = [await desk.operator('admin', 'Cleo'), await desk.operator('admin', 'Dan')]
  const propose = async (each: number, day: number) =>
    (await ben.post('changePayoutLimits', { each, day, reason })).Data.proposal
  const approve = (proposal: string | null) => cleo.post('approveProposal', { proposal, reason })
  const [old, newer] = [await propose(20_000, 100_000), await propose(100, 500)]
  expect(await approve(newer)).toMatchObject({ Status: true })
  const outdated = {
    Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
  }
  expect(await approve(old)).toMatchObject(outdated)

  // An operator who was closed meanwhile isn't opened again by a change of role, or of nothing.
  const [{ email } = { email: '' }] = await db.owner.rows<{ email: string }>(
    sql`select email from desk.operators where operator_id = $1`,
    [dan.id],
  )
  const again = { name: 'Dan', email, role: 'admin', reason }
  const anew = (await ben.post('inviteOperator', again)).Data.proposal
  const close = (await ben.post('closeOperator', { operator: dan.id, reason })).Data.proposal
  expect(await approve(close)).toMatchObject({ Status: true })
  expect(await approve(anew)).toMatchObject(outdated)

  // An older budget of losses undoes no later one. The first bet of a day changes none.
  const budget = async (amount: number) =>
    (await ben.post('changeLossBudget', { amount, reason })).Data.proposal
  const [more, less] = [await budget(900), await budget(300)]
  await db.owner.rows(sql`select ledger.open_loss_day()`)
  expect(await approve(less)).toMatchObject({ Status: true })
  expect(await approve(more)).toMatchObject(outdated)
})

test('DESK-68 rewards that came since the proposal are not unlocked by its approval', async () => {
  const cleo = await desk.operator('admin', 'Cleo')
  const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
  await db.database.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [referrer])
  await bringFriend(db, referrer, friend)
  const approving = (await asha.post('approveRewards', { player: friend, reason })).Data
  const waiting = async () =>
    (await ben.get('listProposals')).Data.proposals.map(({ facts }: { facts: unknown }) => facts)
  expect(await waiting()).toEqual([
    [{ what: 'Rewards', value: `${friend} 100 fkr, ${referrer} 100 fkr kept` }],
  ])
  // The break ends. By now the referrer's cap is reached, which an approval would lift.
  await db.owner.rows(sql`update ledger.wallets set break_until = null where player_id = $1`, [
    referrer,
  ])
  await db.owner.rows(sql`update referral.settings set referrer_day = 0`)
  await db.worker.rows(sql`select referral.give_next_kept()`)
  expect(await cleo.post('approveProposal', { ...approving, reason })).toMatchObject({
    Message: 'What this would change has changed meanwhile: refuse it, and propose it again.',
  })
  await cleo.post('refuseProposal', { ...approving, reason })
  const anew = (await asha.post('approveRewards', { player: friend, reason })).Data
  expect(await waiting()).toEqual([
    [{ what: 'Rewards', value: `${friend} 100 fkr, ${referrer} 100 fkr over the cap` }],
  ])
  expect(await cleo.post('approveProposal', { ...anew, reason })).toMatchObject({ Status: true })
})

test('DESK-76 who has the operator’s login alone claims no operator for an act', async () => {
  const idle = await desk.operator('support')
  const giveBreak = sql`
    select operator.take_break('Asha, approved by Ben', 'my own', $1, 'timeout', $2) as refusal`
  const whose = sql`select operator_id, approved_by, approval from operator.acts
    where act = 'giveBreak' order by n desc limit 1`
  let days = 0
  /** Whose act is recorded, after a step of the same database transaction. */
  const claims = (step: (inside: Queryable) => Promise<unknown>) =>
    db.operator.transaction(async (inside) => {
      await step(inside)
      days += 1
      expect(await inside.rows(giveBreak, [player, `${days} days`])).toEqual([{ refusal: null }])
      return one(inside.rows(whose))
    })
  const nobodys = { operator_id: null, approved_by: null, approval: null }
  const settings = sql`select set_config('desk.operator', $1, true),
    set_config('desk.approver', $2, true), set_config('desk.approval', 'fine', true)`
  expect(
    await claims((inside) => inside.rows(settings, [String(asha.id), String(ben.id)])),
  ).toEqual(nobodys)

  // Behind acts of real sessions, done and refused.
  const tokenOf = ({ cookies }: OperatorBrowser) =>
    hash('sha256', Buffer.from(cookies.get('desk') ?? '', 'hex'), 'buffer')
  const act = sql`select desk.act($1, $2, 'ticket 7', $3) as acted`
  const decide = sql`select desk.decide($1, $2, 'approved', 'ticket 7') as acted`
  const { proposal } = (await ben.post('changePayoutLimits', { day: 7, reason })).Data
  const cleo = await desk.operator('admin', 'Cleo')
  const steps: readonly [string, Parameters<typeof claims>[0]][] = [
    ['done', (inside) => inside.rows(act, [tokenOf(asha), 'freezePlayer', { player }])],
    [
      'refused',
      (inside) => inside.rows(act, [tokenOf(asha), 'freezePlayer', { player: 99_999_999 }]),
    ],
    ['forbidden', (inside) => inside.rows(act, [tokenOf(idle), 'pausePayouts', {}])],
    ['approved', (inside) => inside.rows(decide, [tokenOf(cleo), proposal])],
    ['decided', (inside) => inside.rows(decide, [tokenOf(cleo), proposal])],
  ]
  for (const [name, step] of steps) expect([name, await claims(step)]).toEqual([name, nobodys])
  expect(await acts()).toContainEqual(
    expect.objectContaining({
      act: 'changePayoutLimits',
      operator_id: ben.id,
      approved_by: cleo.id,
    }),
  )
})

test('DESK-65 two operators open no account that its owner has frozen', async () => {
  await db.owner.rows(
    sql`update players.accounts set frozen_from = now(), frozen_by_owner = true
        where player_id = $1`,
    [player],
  )
  await db.owner.rows(sql`select ledger.set_frozen($1, true)`, [player])
  expect(await asha.post('freezePlayer', { player, reason })).toMatchObject({ Status: true })
  const { proposal } = (await asha.post('unfreezePlayer', { player, reason })).Data
  expect(await ben.post('approveProposal', { proposal, reason })).toMatchObject({ Status: true })
  const state = sql`
    select frozen_from is not null as account, frozen as wallets, frozen_by_house as by_house
    from players.accounts join ledger.wallets using (player_id) where player_id = $1`
  expect(await db.owner.rows(state, [player])).toEqual([
    { account: true, wallets: true, by_house: false },
  ])
})

test('FREEZE-21 what two operators open gets its owner’s address back, once that is free', async () => {
  const address = async (email: string, of = player) =>
    db.owner.rows(sql`update players.accounts set email = $2 where player_id = $1`, [of, email])
  const other = await makePlayer(db)
  await bringFriend(db, await makePlayer(db), other)
  await address('owner@example.com', other)
  await db.owner.rows(
    sql`update players.accounts set email = 'thief@example.com', frozen_from = now(),
          frozen_by_house = true, email_owed = 'owner@example.com'
        where player_id = $1`,
    [player],
  )
  const taken =
    'The email address that it gets back is another account’s: that one’s owner changes it first.'
  const propose = () => asha.post('unfreezePlayer', { player, reason })
  expect((await propose()).Message).toBe(taken)
  await address('owner.2@example.com', other)
  const { proposal } = (await propose()).Data
  const [waits] = (await ben.get('listProposals')).Data.proposals
  expect(waits?.changes).toContainEqual({
    what: 'Gets an earlier email address back',
    before: 'yes',
    after: null,
  })
  await address('owner@example.com', other)
  const approve = () => ben.post('approveProposal', { proposal, reason })
  expect((await approve()).Message).toBe(taken)
  await address('owner.2@example.com', other)
  expect(await approve()).toMatchObject({ Status: true })
  const state = sql`
    select email, frozen_by_owner, frozen_by_house, frozen_from is not null as frozen
    from players.accounts where player_id = $1`
  expect(await db.owner.rows(state, [player])).toEqual([
    { email: 'owner@example.com', frozen_by_owner: true, frozen_by_house: false, frozen: true },
  ])
})

test('each act that an operator may do is done by something; another is a bug', async () => {
  const kinds = await db.owner.rows<{ act: string }>(sql`select act from desk.kinds`)
  const undone: string[] = []
  for (const { act } of [...kinds, { act: 'nonsense' }])
    await db.owner
      .rows(sql`select desk.do_act('Asha', 'ticket 7', $1, '{}')`, [act])
      // Without its fields an act may fail in other ways.
      .catch((error: Error) => error.message.includes('case not found') && undone.push(act))
  expect(undone).toEqual(['nonsense'])
})
