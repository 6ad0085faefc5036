import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { earlier } from '../../../test/database/earlier.ts'
import {
  freshDatabase,
  type Template,
  type TestDatabase,
  templateDatabase,
} from '../../../test/database/fresh-database.ts'
import { bringFriend, makePlayer, setCatalogue } from '../../../test/players/player.ts'
import { betDeps } from '../../../test/rounds/bet-deps.ts'
import { catchUp, publisher } from '../../../test/rounds/log-scene.ts'
import { seeds } from '../../../test/seeds.ts'
import { type Statement, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { placeBet } from '../../rounds/place-bet.ts'
import { playMove } from '../../rounds/play-move.ts'
import { sendMoney } from '../../transfers/send-money.ts'
import { audit, auditReport } from './audit.ts'

let db: TestDatabase

let played: Template
/** The same, and all of it is in the log. */
let logged: Template

beforeAll(async () => {
  played = await templateDatabase(play)
  logged = await templateDatabase(async (db) => {
    await play(db)
    const folder = await mkdtemp(join(tmpdir(), 'pipkin-audit-'))
    await catchUp(db, publisher(db, { file: join(folder, 'checkpoint') }))
    await rm(folder, { recursive: true })
  })
})
const begin = async (from: Template) => {
  db = await freshDatabase(from)
  return () => db.close()
}

/** Plays rounds of three players and a send; one player referred the next. */
async function play(db: TestDatabase): Promise<void> {
  await setCatalogue(db)
  const deps = betDeps(db.database)
  const players: PlayerId[] = []
  while (players.length < 3) {
    const player = await makePlayer(db, { deposit: fkr(500) })
    players.push(player)
    for (let rounds = 0; rounds < 5; rounds += 1) {
      const key = { key: `k${rounds}`, inputHash: Buffer.alloc(32, rounds) }
      const bet = await placeBet(deps, { player, gameId: 3, stake: fkr(10) }, key)
      if (!bet.ok) throw new Error(bet.code)
      if (rounds < 4)
        await playMove(
          deps,
          { player, transactionId: bet.answer.transactionId, move: { spin: true } },
          null,
        )
    }
  }
  const [first, second, third] = players as [PlayerId, PlayerId, PlayerId]
  const sent = await sendMoney(
    { database: db.database, surroundings: system, config: { holdMs: 86_400_000 } },
    { player: first, receiver: second, amount: fkr(51) },
    null,
  )
  if (!sent.ok) throw new Error(sent.code)
  await db.owner.rows(sql`update referral.settings set level_rewards = '{10000,5000}'`)
  await bringFriend(db, first, second)
  await bringFriend(db, second, third)
}

const run = (full = true) => audit({ database: db.worker, surroundings: system, seeds }, { full })

test('a database that is right passes, with a count for each check', async () => {
  onTestFinished(await begin(logged))
  const findings = await run()
  expect(auditReport(findings)).not.toMatch(/WRONG|undefined/)
  expect(findings.find((finding) => finding.invariant === 9)?.checked).toBe(12n)
})

describe('which rounds are replayed:', () => {
  beforeEach(() => begin(played))
  const replays = async (mostReplays?: number) => {
    const findings = await audit(
      { database: db.worker, surroundings: system, seeds },
      { full: false, ...(mostReplays && { mostReplays }) },
    )
    return findings.find(({ invariant }) => invariant === 9)
  }
  const settleEarlier = () =>
    db.owner.rows(
      sql([
        `update ledger.rounds set ${earlier(`interval '1 hour'`, 'settled_at')}
         where status <> 'pending'`,
      ]),
    )

  test('all that came since the last clean audit, and of those before another part each time', async () => {
    await settleEarlier()
    expect((await replays())?.checked).toBe(12n)
    // The rows of a fiftieth differ from turn to turn; together they are all.
    let again = 0n
    for (let turn = 0; turn < 50; turn += 1) again += (await replays())?.checked ?? 0n
    expect(again).toBe(12n)
  })

  test('where more came than an audit replays a part that says so, and they stay to be replayed', async () => {
    await settleEarlier()
    // The rounds of a third differ from turn to turn; one may have none. Together they are all.
    let parts = 0n
    for (let turn = 0; turn < 3; turn += 1) {
      const part = await replays(5)
      expect(part?.says).toContain('1 in 3 of those since the last audit that replayed all')
      parts += part?.checked ?? 0n
    }
    expect(parts).toBe(12n)
    expect((await replays())?.checked).toBe(12n)
  })
})

describe('faults planted on purpose are found:', () => {
  beforeEach(() => begin(logged))
  const settled = "(select round_id from ledger.rounds where status <> 'pending' limit 1)"
  /** What is planted breaks other rules, too, where a part of the sentence is given. */
  const faults: [string, number, Statement[], says?: string][] = [
    ['a loss that is not the sum', 2, [sql`update ledger.wallets set lost = lost + 1`]],
    ['a sum at a mark that is another', 2, [sql`update ledger.play_marks set lost = lost + 1`]],
    ['a withdrawal that is not counted', 2, [sql`update ledger.wallets set withdrawn = 1`]],
    [
      'a bet in a break',
      14,
      [
        sql`insert into ledger.breaks (player_id, at, kind, until, ends_at)
          select player_id, at - interval '1 hour', 'timeout', at + interval '1 hour',
            at + interval '1 hour'
          from ledger.movements where kind = 'stake' limit 1`,
      ],
    ],
    [
      'a reward in a break',
      14,
      [
        sql`insert into ledger.breaks (player_id, at, kind, until, ends_at)
          select player_id, at - interval '1 hour', 'timeout', at + interval '1 hour',
            at + interval '1 hour'
          from ledger.movements where kind = 'referral_earning' limit 1`,
      ],
    ],
    [
      'a stake above its limit',
      14,
      [
        sql`insert into ledger.limit_changes
          select player_id, 'stake', 'round', at - interval '1 hour', games - 1, 'UTC'
          from ledger.movements where kind = 'stake' limit 1`,
      ],
    ],
    ...(['day', 'week', 'month'] as const).map((period): [string, number, Statement[]] => [
      `a bet beyond the loss limit of a ${period}`,
      14,
      [
        sql([
          `insert into ledger.limit_changes
          select player_id, 'loss', '${period}', min(at) - interval '1 s', min(games) - 1, 'UTC'
          from ledger.movements where kind = 'stake' group by player_id limit 1`,
        ]),
      ],
    ]),
    [
      'a movement that does not sum to zero',
      1,
      [
        sql`alter table ledger.movements drop constraint movements_check`,
        sql`
          update ledger.movements set games = games + 1
          where kind = 'stake'
            and movement_id = (select min(movement_id::text)::uuid from ledger.movements
              where kind = 'stake')`,
      ],
    ],
    [
      'a balance of one hundredth more',
      2,
      [
        sql`
          update ledger.wallets set win = win + 1
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a wallet below zero',
      3,
      [
        sql`alter domain ledger.balance drop constraint balance_check`,
        sql`
          update ledger.wallets set win = -1
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a stake without its round',
      4,
      [statement(`delete from ledger.rounds where round_id = ${settled}`)],
    ],
    [
      'a round whose stake was changed',
      4,
      [statement(`update ledger.rounds set stake = stake + 100 where round_id = ${settled}`)],
    ],
    [
      'a round that was paid twice',
      4,
      [
        sql`insert into ledger.movements (player_id, movement_id, kind, win, games, round_id)
          select player_id, gen_random_uuid(), 'win', 2000, -2000, round_id from ledger.rounds
          where status <> 'pending' limit 1`,
      ],
    ],
    [
      'a deposit that was credited without an operation',
      5,
      [
        sql`insert into ledger.movements
            (player_id, movement_id, kind, deposit, chain, operation_id)
          select min(player_id), gen_random_uuid(), 'deposit', 100, -100, gen_random_uuid()
          from ledger.wallets`,
      ],
    ],
    [
      'a withdrawal that was never debited',
      5,
      [
        sql`insert into cashier.operations (player_id, operation_id, kind, amount, fee, address)
          select min(player_id), gen_random_uuid(), 'withdrawal', 100, 10, '0x' || repeat('a', 40)
          from ledger.wallets`,
      ],
    ],
    [
      'a house that holds more than its transfers make',
      5,
      [
        sql`insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce,
              opened_block, opened_balance,
            scanned_block, scanned_hash, balance, head)
          select 1, '0x' || repeat('a', 64), '0x' || repeat('a', 40), 'FKR',
                 '0x' || repeat('b', 40), 0, 0, 5, 0,
            '0x' || repeat('a', 64), 6, 0`,
      ],
    ],
    [
      'an operation that is said to agree with the chain, and does not',
      5,
      [
        sql`insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce,
              opened_block, opened_balance, scanned_block, scanned_hash, balance, head)
          select 1, '0x' || repeat('a', 64), '0x' || repeat('a', 40), 'FKR',
                 '0x' || repeat('b', 40), 2, 0, 5, 9, '0x' || repeat('a', 64), 5, 9`,
        sql`insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
          select 1, 0, min(player_id), '00000000-0000-4000-8000-000000000002',
                 '0x' || repeat('1', 64), '0x00'
          from ledger.wallets`,
        sql`insert into cashier.operations (player_id, operation_id, kind, state, amount, address,
              nonce, signed_at, mined_hash, mined_block, credited, agrees)
          select min(player_id), '00000000-0000-4000-8000-000000000002', 'deposit', 'confirmed',
                 100, '0x' || repeat('a', 40), 1, now(), '0x' || repeat('1', 64), 3, 100, true
          from ledger.wallets`,
      ],
      'agrees no more',
    ],
    [
      'tokens that left the house, of which the ledger knows nothing',
      5,
      [
        sql`insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce,
              opened_block, opened_balance, scanned_block, scanned_hash, balance, head)
          select 1, '0x' || repeat('a', 64), '0x' || repeat('a', 40), 'FKR',
                 '0x' || repeat('b', 40), 2, 0, 5e21, 9, '0x' || repeat('a', 64), 5e21, 9`,
        sql`insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
          select 3, 0, '0x' || repeat('1', 64), '0x' || repeat('b', 40), '0x' || repeat('c', 40),
                 1234500000000000000001`,
      ],
      'moved 1234.500000000000000001 fkr between 0xbb',
    ],
    [
      'a kept balance of the house that no transfer has made',
      5,
      [
        sql`insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce,
              opened_block, opened_balance, scanned_block, scanned_hash, balance, head)
          select 1, '0x' || repeat('a', 64), '0x' || repeat('a', 40), 'FKR',
                 '0x' || repeat('b', 40), 2, 0, 5e21, 9, '0x' || repeat('a', 64), 5e21 - 1, 9`,
      ],
      'kept at 4999.999999999999999999 fkr, but its transfers make 5000',
    ],
    [
      'a withdrawal that two of its attempts have paid',
      5,
      [
        sql`insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce,
              opened_block, opened_balance, scanned_block, scanned_hash, balance, head)
          select 1, '0x' || repeat('a', 64), '0x' || repeat('a', 40), 'FKR',
                 '0x' || repeat('b', 40), 2, 0, 5e21, 9, '0x' || repeat('a', 64), 5e21 - 18e17, 9`,
        sql`insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
          select 1, n - 1, (select min(player_id) from ledger.wallets),
                 '00000000-0000-4000-8000-000000000003', '0x' || repeat(n::text, 64), '0x00'
          from generate_series(1, 2) n`,
        sql`insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
          select 3, n, '0x' || repeat(n::text, 64), '0x' || repeat('b', 40),
                 '0x' || repeat('c', 40), 9e17
          from generate_series(1, 2) n`,
        sql`insert into cashier.operations (player_id, operation_id, kind, state, amount, fee,
              address, nonce, signed_at, mined_hash, mined_block)
          select min(player_id), '00000000-0000-4000-8000-000000000003', 'withdrawal', 'confirmed',
                 100, 10, '0x' || repeat('c', 40), 1, now(), '0x' || repeat('2', 64), 3
          from ledger.wallets`,
      ],
      'the ledger says -90, the chain -180',
    ],
    [
      'a cancelled deposit that was signed all the same',
      5,
      [
        sql`insert into cashier.operations
            (player_id, operation_id, kind, state, amount, address, reason)
          select min(player_id), '00000000-0000-4000-8000-000000000001', 'deposit', 'rejected', 100,
                 '0x' || repeat('a', 40), 'cancelled'
          from ledger.wallets`,
        sql`insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
          select 1, 0, min(player_id), '00000000-0000-4000-8000-000000000001',
                 '0x' || repeat('1', 64), '0x00'
          from ledger.wallets`,
      ],
    ],
    [
      'a gap in the nonces of the house',
      5,
      [
        sql`insert into cashier.signed (nonce, attempt, player_id, operation_id, hash, raw)
          select n, 0, 1, gen_random_uuid(), '0x' || repeat(n::text, 64), '0x00'
          from unnest(array[1, 3]) n`,
      ],
    ],
    [
      'a send that never arrived',
      1,
      [
        sql`delete from ledger.movements where kind = 'received'`,
        sql`
          update ledger.wallets set deposit = deposit - 4998
          where player_id = (select min(player_id) + 1 from ledger.wallets)`,
      ],
    ],
    [
      'a fee that its owner changed on the quiet',
      1,
      [sql`update cashier.settings set send_fee = 150`],
    ],
    [
      'a withdrawal without its fee and without a version of the settings',
      1,
      [
        sql`insert into cashier.operations (player_id, operation_id, kind, amount, fee, address)
          select min(player_id), gen_random_uuid(), 'withdrawal', 100, 9, '0x' || repeat('a', 40)
          from ledger.wallets`,
      ],
    ],
    [
      'terms that more are said to have accepted',
      18,
      [
        sql`insert into players.terms (version, words, effective_at, made_by, published_at)
          values (2, 'Be kind.', now(), 'Asha', now())`,
        sql`insert into players.terms_counted (version, part, accepted) values (2, 0, 1)`,
      ],
    ],
    [
      'a send without its fee',
      1,
      [
        sql`update ledger.movements set fees = 0, transfers = transfers + fees where kind = 'send'`,
        sql`
          update ledger.movements set deposit = deposit + 102, transfers = transfers - 102
          where kind = 'received'`,
      ],
    ],
    [
      'a player who is said to have staked more',
      2,
      [
        sql`
          update ledger.wallets set staked = staked + 100
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a player who is said to have deposited more',
      2,
      [
        sql`
          update ledger.wallets set deposited = deposited + 1
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a player who is said to own more',
      2,
      [
        sql`
          update ledger.wallets set own = own + 1
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a player whose own money is more than Deposit and Win',
      2,
      [
        sql`update ledger.wallets set own = deposit + win + 1
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a stake of which more is said to be own than was taken',
      2,
      [statement(`update ledger.rounds set own_part = stake + 1 where round_id = ${settled}`)],
    ],
    [
      'a send that makes rewards the receiver’s own',
      2,
      [sql`update ledger.carried set amount = amount + 1 where amount > 0`],
    ],
    [
      'a player who is said to have contributed more',
      2,
      [
        sql`update ledger.wallets set contributed = contributed + 1
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a reward that unlocks for less than the rewards cost',
      6,
      [sql`update referral.rewards set unlock_contributed = unlock_contributed - 1`],
    ],
    [
      'a reward that was unlocked before it was covered',
      6,
      [sql`update referral.rewards set unlocked_at = clock_timestamp()`],
    ],
    ['a Bonus that nothing locks any more', 6, [sql`update ledger.wallets set bonus_lock = null`]],
    [
      'a Bonus that its reward doesn’t lock',
      6,
      [
        sql`update ledger.wallets set bonus_lock = row(100, 0, 0, 0)
          where player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a reward without a movement',
      6,
      [sql`update referral.rewards set movement_id = gen_random_uuid() where level = 0`],
    ],
    [
      'a movement that rewards without a friend',
      6,
      [
        sql`insert into ledger.movements (player_id, movement_id, kind, referral, promotions)
          select player_id, gen_random_uuid(), 'referral_earning', 100, -100
          from ledger.wallets limit 1`,
      ],
    ],
    [
      'a reward that was raised',
      6,
      [sql`update referral.rewards set amount = amount + 1 where level = 2`],
    ],
    [
      'a friend who was rewarded twice at a level',
      6,
      [
        sql`insert into referral.rewards
          select 1, friend_id, level, amount, unlock_deposits, unlock_staked, unlock_contributed,
                 over_cap, movement_id, at
          from referral.rewards where level = 2`,
      ],
    ],
    [
      'a reward for another player’s friend',
      6,
      [
        sql`alter table players.accounts disable trigger referrer_stays`,
        sql`update players.accounts set referrer_id = null`,
      ],
    ],
    [
      'a circle of referrers',
      6,
      [
        sql`alter table players.accounts disable trigger referrer_stays`,
        sql`update players.accounts root set referrer_id = friend.player_id
          from players.accounts friend
            join players.accounts middle on middle.player_id = friend.referrer_id
          where root.player_id = middle.referrer_id`,
      ],
      'a circle of referrers',
    ],
    [
      'a reward for a friend who never signed in',
      6,
      [sql`update players.accounts set first_signed_in_at = null`],
    ],
    [
      'a key that answers with nothing',
      7,
      [
        sql`
          update ledger.requests set answer = '{"id":"00000000-0000-0000-0000-000000000001"}'
          where key = 'k1'`,
      ],
    ],
    [
      'an outcome that the seeds do not give',
      9,
      [
        sql`alter table ledger.rounds drop constraint rounds_check`,
        sql`update ledger.rounds set payout = payout + 1 where status <> 'pending'`,
      ],
    ],
    [
      'a hole in the nonces',
      10,
      [statement(`update ledger.rounds set nonce = 900 where round_id = ${settled}`)],
    ],
    ['an epoch that was taken away', 10, [sql`delete from ledger.epochs where epoch = 1`]],
    [
      'a seed that deals in two epochs',
      11,
      [
        sql`
          update ledger.epochs e set seed = (
            select seed from ledger.epochs o where o.player_id = e.player_id and o.epoch = 0)
          where epoch = 1`,
      ],
    ],
    [
      'a new generation whose players play on with the old seeds',
      11,
      [sql`insert into ledger.generations (generation) values (1795000000)`],
    ],
    [
      'RESTORE-12 an epoch that was voided at will',
      11,
      [
        sql`update ledger.epochs set voided_in = 1795000000, voided_from = 0
          where epoch = 1 and player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'an epoch that a restore has left unvoided',
      11,
      [
        sql`select operator.after_restore('Asha', 'a test')`,
        sql`update ledger.epochs set voided_in = null, voided_from = null
          where epoch = 1 and player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'an ended epoch with an open round that a restore has left unvoided',
      11,
      [
        sql`select ledger.rotate_seed(
          (select min(player_id) from ledger.rounds where status = 'pending'))`,
        sql`select operator.after_restore('Asha', 'a test')`,
        sql`update ledger.epochs set voided_in = null, voided_from = null
          where epoch = 0 and player_id = (select min(player_id) from ledger.wallets)`,
      ],
    ],
    [
      'a round that was placed in a voided epoch',
      11,
      [
        sql`select operator.after_restore('Asha', 'a test')`,
        sql`update ledger.generations set began_at = to_timestamp(0) where generation > 1`,
      ],
    ],
    [
      'a round that the house finished without a restore',
      11,
      [sql`update ledger.rounds set finished_in = 1795000000`],
    ],
    [
      'a part of the budget of losses that vanished',
      12,
      [
        sql`select ledger.open_loss_day()`,
        sql`delete from ledger.loss_parts
          where part = (select part from ledger.loss_parts order by part limit 1)`,
      ],
    ],
    [
      'a round that took nothing of the budget and cost the house',
      12,
      [
        sql`alter table ledger.rounds drop constraint rounds_check`,
        sql`update ledger.games set hard_rules_hash = rules_hash, most_pays = 200 where game = 3`,
        sql`update ledger.rounds set payout = stake + 1 where status <> 'pending'`,
      ],
    ],
    [
      'a round that cost more than it took of the budget',
      12,
      [
        sql`alter table ledger.rounds drop constraint rounds_check`,
        sql`update ledger.rounds set at_risk = 1, risk_day = ledger.today(), payout = stake + 2
          where status <> 'pending'`,
      ],
    ],
    [
      'a receipt that is not in the log',
      15,
      [
        sql`alter table log.bundles disable trigger entries_stay`,
        sql`update log.bundles set rounds = decode(repeat('00', length(rounds)), 'hex')`,
      ],
    ],
    [
      'an entry for a receipt that nobody has',
      15,
      [
        sql`update log.bundles
          set entries = entries || '\\x02'::bytea || sha256('x'),
              rounds = rounds || int4send(10000000) || uuid_send(gen_random_uuid())
          where length(entries) < 8448`,
      ],
    ],
    [
      'a receipt that has two entries',
      15,
      [
        sql`update log.bundles
          set entries = entries || r.entry, rounds = rounds || r.round
          from log.entries r
          where r.index = (select min(index) from log.receipts) and length(entries) < 8448`,
        sql`update log.state set size = size + 1`,
      ],
    ],
    [
      'an entry that is not that of its receipt',
      15,
      [
        sql`alter table log.bundles disable trigger entries_stay`,
        sql`update log.bundles
          set entries = set_byte(entries, place * 33 + 9, get_byte(entries, place * 33 + 9) # 7)
          from (select min(index)::integer as place from log.receipts where kind = 2) bet
          where number = 0`,
      ],
    ],
    [
      'a tile that is not that of its entries',
      15,
      [sql`update log.tiles set hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1)`],
    ],
    [
      'an entry that was taken out',
      15,
      [
        sql`alter table log.bundles disable trigger entries_stay`,
        sql`update log.bundles
          set entries = substr(entries, 1, 66) || substr(entries, 100),
              rounds = substr(rounds, 1, 40) || substr(rounds, 61)
          where number = 0`,
      ],
    ],
    [
      'an epoch whose commitment was never logged',
      15,
      [
        sql`delete from log.waiting`,
        sql`insert into ledger.epochs (player_id, epoch, seed)
         select min(player_id), 9, sha256('x') from ledger.wallets`,
      ],
    ],
    [
      'figures that no movement makes',
      18,
      [
        sql`insert into activity.house (unit, start, kind, game, times, wallets, games, fees,
            promotions, chain, transfers, withdrawals)
          values ('day', '2026-01-01', 'stake', 1, 1, -100, 100, 0, 0, 0, 0, 0)`,
      ],
    ],
    [
      'a checkpoint of another root',
      15,
      [
        sql`update log.published
        set note = replace(note, split_part(note, E'\\n', 3), encode(sha256('x'), 'base64'))`,
      ],
    ],
  ]
  test.each(faults)('%s', async (_, invariant, statements, says = '') => {
    for (const planted of statements) await db.owner.rows(planted)
    const findings = await run()
    expect(
      findings
        .filter(({ found }) => found.some((sentence) => sentence.includes(says)))
        .map((finding) => finding.invariant),
    ).toContain(invariant)
  })
})

function statement(text: string): Statement {
  return sql(Object.assign([text], { raw: [text] }))
}
