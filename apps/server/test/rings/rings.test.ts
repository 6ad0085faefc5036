import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { balancesOf, bringFriend, fund, makePlayer, setCatalogue } from '../players/player.ts'
import { endRounds } from '../rounds/end-rounds.ts'
import { playRing, randomBy, strategies } from './play-ring.ts'
import {
  bet,
  deposit,
  join,
  lockedBonus,
  lockedReferral,
  type Member,
  margins,
  moveReferral,
  moveWin,
  send,
  settle,
  withdraw,
} from './ring-wallets.ts'

/**
 * A ring of referred friends against the programme: the real ledger, a model of it that is proven
 * equal, and rings that the model plays (`docs/decisions/2026-11-rings.md`).
 */

describe('the model of a ring', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await freshDatabase()
    await setCatalogue(db)
  })
  afterAll(() => db.close())

  const call = async (text: string, values: readonly unknown[]) =>
    (await one(db.owner.rows<{ answer: unknown }>(sql([text]), values))).answer

  test('REF-11 says to the hundredth what the ledger says, act by act', async () => {
    const random = randomBy(1407)
    const [one_, two, three, four] = await Promise.all([1, 2, 3, 4].map(() => makePlayer(db)))
    const ids = [one_!, two!, three!, four!]
    const first = join(ids[0]!, null)
    const second = join(ids[1]!, first)
    const ring = [first, second, join(ids[2]!, first), join(ids[3]!, second)]
    for (const member of ring)
      if (member.referrer) await bringFriend(db, member.referrer.id, member.id)
    for (const [index, { id }] of ring.entries())
      await db.owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
        `0x${String(index).repeat(40)}`,
        id,
      ])
    const whole = (most: number) => 1 + Math.floor(random() * most)
    const anybody = () => ring[Math.floor(random() * ring.length)]!

    const acts: readonly ((member: Member) => Promise<void>)[] = [
      async (member) => {
        const amount = whole(40_000)
        deposit(member, amount)
        await db.owner.rows(
          sql`select ledger.post($1, gen_random_uuid(), 'deposit', deposit => $2::bigint,
                chain => -$2::bigint, own => $2::bigint)`,
          [member.id, amount],
        )
      },
      ...Array.from({ length: 8 }, () => async (member: Member) => {
        const game = random() < 0.7 ? 'slot' : 'mines'
        const stake = 1_000 * whole(game === 'slot' ? 50 : 20)
        const round = bet(member, game, stake, 'margins')
        const placed = (await call(
          `select ledger.place_bet($1, gen_random_uuid(), $2::smallint, $3, 'seed', null, null,
             null, null, false) as answer`,
          [member.id, game === 'slot' ? 3 : 2, stake],
        )) as { refusal?: string }
        expect(placed.refusal).toBe(round ? undefined : 'insufficientFunds')
        if (!round) return
        const payout = stake * [0, 0, 0.5, 1, 1.5, 2, 3.5][whole(7) - 1]!
        await endRounds(db.owner, member.id, payout > 0 ? 'win' : 'loss', payout)
        settle(round, payout)
      }),
      async (member) => {
        const receiver = anybody()
        const amount = whole(Math.max(member.deposit, 2))
        if (receiver === member) return
        const answer = (await call(
          'select ledger.send($1, gen_random_uuid(), $2, $3, null, null) as answer',
          [member.id, receiver.id, amount],
        )) as { refusal?: string }
        expect(answer.refusal === undefined).toBe(send(member, receiver, amount))
      },
      async (member) => {
        if (member.win === 0) return
        await call(
          "select ledger.move_to_deposit($1, gen_random_uuid(), 'winning_transfer', $2, null, null) as answer",
          [member.id, member.win],
        )
        moveWin(member)
      },
      async (member) => {
        const moved = moveReferral(member, 'margins')
        const answer = (await call(
          "select ledger.move_to_deposit($1, gen_random_uuid(), 'referral_transfer', $2, null, null) as answer",
          [member.id, moved === 0 ? 1 : moved],
        )) as { refusal?: string }
        expect(answer.refusal).toBe(moved === 0 ? 'referralUnfunded' : undefined)
      },
      async (member) => {
        // From the smallest withdrawal on.
        const amount = 100 + whole(Math.max(Math.floor(member.deposit / 3), 2))
        const own = member.own
        const answer = (await call(
          "select cashier.request_withdrawal($1, gen_random_uuid(), $2, '0', null, null) as answer",
          [member.id, amount],
        )) as { refusal?: string; id: string; state: string }
        expect(answer.refusal === undefined).toBe(withdraw(member, amount))
        if (answer.refusal !== undefined) return
        expect(answer.state).toBe(amount > own ? 'review' : 'requested')
        const hash = `0x${answer.id.replaceAll('-', '').repeat(2)}`
        await db.owner.rows(
          sql`update cashier.operations
              set state = 'mined', reason = null, nonce = 1, signed_at = now(),
                  mined_hash = $3, mined_block = 1
              where player_id = $1 and operation_id = $2`,
          [member.id, answer.id, hash],
        )
        await call('select cashier.pay_withdrawal($1, $2, gen_random_uuid(), $3, 1) as answer', [
          member.id,
          answer.id,
          hash,
        ])
      },
    ]

    for (let turn = 0; turn < 600; turn += 1) {
      await acts[Math.floor(random() * acts.length)]!(anybody())
      const rows = await db.owner.rows(
        sql`select player_id as id, deposit, bonus, win, referral, own, deposited, staked,
              contributed, ledger.locked_bonus(player_id) as "lockedBonus",
              ledger.locked_referral(player_id) as "lockedReferral"
            from ledger.wallets_of($1) order by array_position($1, player_id)`,
        [ids],
      )
      expect(rows, `after act ${turn}`).toEqual(
        ring.map((member) => ({
          id: member.id,
          deposit: BigInt(member.deposit),
          bonus: BigInt(member.bonus),
          win: BigInt(member.win),
          referral: BigInt(member.referral),
          own: BigInt(member.own),
          deposited: BigInt(member.deposited),
          staked: BigInt(member.staked),
          contributed: BigInt(member.contributed),
          lockedBonus: BigInt(lockedBonus(member, 'margins')),
          lockedReferral: BigInt(lockedReferral(member, 'margins')),
        })),
      )
    }
    expect(ring.some((member) => member.referrer && lockedBonus(member, 'margins') === 0)).toBe(
      true,
    )
  })

  test('has the margins of the rulebooks, which are the exact returns', async () => {
    const rows = await db.owner.rows<{ game: number; margin: number }>(
      sql`select game, margin from ledger.games order by game`,
    )
    expect(rows).toEqual([
      { game: 1, margin: 104_366 },
      { game: 2, margin: margins.mines },
      { game: 3, margin: margins.slot },
      { game: 4, margin: 0 },
    ])
  })

  test('REF-12 a withdrawal of what a friend sent waits, however own and reward money were mixed', async () => {
    const [friend, referrer] = [await makePlayer(db), await makePlayer(db)]
    await fund(db, friend, { deposit: 10_000n as never })
    await db.owner.rows(
      sql`select ledger.post($1, gen_random_uuid(), 'bonus', deposit => 10000,
            promotions => -10000)`,
      [friend],
    )
    const send = sql`select ledger.send($1, gen_random_uuid(), $2, $3, null, null)`
    for (const [from, to] of [
      [friend, referrer],
      [referrer, friend],
    ] as const)
      await db.owner.rows(send, [from, to, (await balancesOf(db, from)).deposit])
    const { own, deposit } = await one(
      db.owner.rows<{ own: bigint; deposit: bigint }>(
        sql`select own, deposit from ledger.wallets where player_id = $1`,
        [friend],
      ),
    )
    // 4.00 and 3.92 of fees, all from own money: the 100 of rewards are still marked.
    expect(deposit - own).toBe(10_000n)
    expect(own).toBe(10_000n - 400n - 392n)
  })
})

describe('rings that the model plays', () => {
  const friends = (size: number) => size - 1

  test.each(strategies)('REF-10 $name: no ring has more than its luck', (strategy) => {
    const random = randomBy(99)
    for (const size of [2, 3, 5, 13, 30]) {
      const { onChain, atFace, luck, unlocked, contributed } = playRing(
        size,
        strategy,
        'margins',
        random,
      )
      expect(contributed).toBeGreaterThanOrEqual(unlocked)
      // To a hundredth per round: margins are rounded down.
      expect(atFace - luck).toBeLessThanOrEqual(0)
      expect(onChain - luck).toBeLessThan(0)
    }
  })

  test('had it before: twelve friends took more than a thousand from the chain', () => {
    const random = randomBy(3)
    const rings = Array.from({ length: 20 }, () => playRing(13, strategies[0]!, 'stakes', random))
    const mean = rings.reduce((sum, { onChain }) => sum + onChain, 0) / rings.length
    expect(mean / 100).toBeGreaterThan(1_000)
  })

  test('would have it by a rule of real losses, which insures a bet', () => {
    const random = randomBy(4)
    const insured = strategies.find(({ name }) => name.startsWith('large bets, away 500'))!
    const rings = Array.from({ length: 100 }, () => playRing(31, insured, 'losses', random))
    const withoutLuck = rings.reduce((sum, { atFace, luck }) => sum + atFace - luck, 0)
    expect(withoutLuck / 100 / rings.length / friends(31)).toBeGreaterThan(20)
  })
})
