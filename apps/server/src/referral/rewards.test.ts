import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, type Money, zero } from '@pipkin/money'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Accounts, type NewPlayer, openAccounts } from '../../test/players/accounts.ts'
import { balancesOf, fund, setCatalogue } from '../../test/players/player.ts'
import { betDeps } from '../../test/rounds/bet-deps.ts'
import { withinADay } from '../../test/within-a-day.ts'
import { listTransactions } from '../activity/list-transactions.ts'
import { readBalances } from '../activity/read-balances.ts'
import { one, sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { logIn } from '../players/sessions/log-in.ts'
import { placeBet } from '../rounds/place-bet.ts'
import { playMove } from '../rounds/play-move.ts'
import { moveToDeposit } from '../transfers/move-to-deposit.ts'
import { sendMoney } from '../transfers/send-money.ts'
import { rewardWaiting } from './reward-waiting.ts'

/** The referral programme from sign-up to the last hundredth, on the real parts. */

type Member = NewPlayer & { readonly id: PlayerId }

let accounts: Accounts
beforeEach(async () => {
  accounts = await openAccounts(false)
  onTestFinished(() => accounts.close())
})

async function signUp(referrer?: Member): Promise<Member> {
  const [code] = referrer
    ? await accounts.owner.rows<{ invite_code: string }>(
        sql`select invite_code from players.accounts where player_id = $1`,
        [referrer.id],
      )
    : []
  const player = await accounts.newPlayer({ inviteCode: code?.invite_code ?? '' })
  return { ...player, id: player.id as PlayerId }
}

const signIn = async (player: NewPlayer) => {
  const result = await logIn(accounts.deps, player, accounts.browser())
  if (!result.ok) throw new Error(result.code)
}

async function signedInFriend(referrer: Member): Promise<Member> {
  const friend = await signUp(referrer)
  await signIn(friend)
  return friend
}

async function wallets(player: Member) {
  const result = await readBalances(accounts.database)(player.id)
  if (!result.ok) throw new Error(result.code)
  const { bonus, referral, locked } = result.answer
  return { bonus, referral, locked }
}

const nothing = { bonus: zero, referral: zero, locked: { bonus: zero, referral: zero } }

const move = (player: Member, amount: Money, from: 'win' | 'referral' = 'referral') =>
  moveToDeposit(
    { database: accounts.database, surroundings: system },
    { player: player.id, from, amount },
    null,
  )

const contributedBy = async (player: Member) =>
  (
    await one(
      accounts.database.rows<{ contributed: bigint }>(
        sql`select contributed from ledger.wallets where player_id = $1`,
        [player.id],
      ),
    )
  ).contributed

function rounds() {
  const deps = betDeps(accounts.database)
  const bet = (player: Member, gameId: number, stake: Money) =>
    placeBet(deps, { player: player.id, gameId, stake }, null)
  return {
    bet,
    /** A whole round of the slot. */
    async spin(player: Member, stake: Money) {
      const round = await bet(player, 3, stake)
      if (!round.ok) throw new Error(round.code)
      await playMove(
        deps,
        { player: player.id, transactionId: round.answer.transactionId, move: { spin: true } },
        null,
      )
    },
    /** A whole round of Tic-tac-toe: the first empty cell, until it ends. */
    async ticTacToe(player: Member, stake: Money) {
      const round = await bet(player, 4, stake)
      if (!round.ok) throw new Error(round.code)
      for (let cell = 0; cell < 9; cell += 1)
        await playMove(
          deps,
          { player: player.id, transactionId: round.answer.transactionId, move: { cell } },
          null,
        )
    },
  }
}

describe("a friend's first sign-in", () => {
  test('gives both 100, locked, each as a row of its own; signing up alone gives nothing', async () => {
    const referrer = await signUp()
    const friend = await signUp(referrer)
    expect(await wallets(referrer)).toEqual(nothing)
    await signIn(friend)
    expect(await wallets(referrer)).toEqual({
      ...nothing,
      referral: fkr(100),
      locked: { bonus: zero, referral: fkr(100) },
    })
    expect(await wallets(friend)).toEqual({
      ...nothing,
      bonus: fkr(100),
      locked: { bonus: fkr(100), referral: zero },
    })
    const page = { limit: 10, all: false }
    expect(
      await listTransactions(accounts.database)({ player: referrer.id, ...page }),
    ).toMatchObject({
      answer: { transactions: [{ kind: 'reward', amount: 10_000n }] },
    })
    expect(await listTransactions(accounts.database)({ player: friend.id, ...page })).toMatchObject(
      {
        answer: { transactions: [{ kind: 'bonus', amount: 10_000n }] },
      },
    )
  })

  test('without a referrer gives nothing', async () => {
    const player = await signUp()
    await signIn(player)
    expect(await wallets(player)).toEqual(nothing)
  })

  test('RACE-22 counts once, however many log-ins race and follow', async () => {
    const referrer = await signUp()
    const friend = await signUp(referrer)
    await Promise.all(Array.from({ length: 8 }, () => signIn(friend)))
    await signIn(friend)
    expect(await balancesOf(accounts, referrer.id)).toMatchObject({ referral: 10_000n })
    expect(await balancesOf(accounts, friend.id)).toMatchObject({ bonus: 10_000n })
  })

  test('that dies half-way gives nothing, and the next one gives everything', async () => {
    const referrer = await signUp()
    const friend = await signUp(referrer)
    await expect(
      accounts.database.transaction(async (inside) => {
        await inside.rows(
          sql`update players.accounts set first_signed_in_at = now() where player_id = $1`,
          [friend.id],
        )
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await wallets(referrer)).toEqual(nothing)
    await signIn(friend)
    expect(await balancesOf(accounts, referrer.id)).toMatchObject({ referral: 10_000n })
  })

  test('REF-03 is first once for ever, even where the note of it is taken away', async () => {
    const referrer = await signUp()
    const friend = await signedInFriend(referrer)
    await accounts.owner.rows(sql`update players.accounts set first_signed_in_at = null`)
    await signIn(friend)
    expect(await balancesOf(accounts, referrer.id)).toMatchObject({ referral: 10_000n })
    await expect(
      accounts.owner.rows(sql`insert into referral.friends (player_id) values ($1)`, [friend.id]),
    ).rejects.toThrow('friends_pkey')
    await expect(
      accounts.owner.rows(sql`insert into referral.rewards select * from referral.rewards`),
    ).rejects.toThrow('rewards_pkey')
  })

  test('rewards further levels by the operator’s rates, at each moment those of then', async () => {
    await accounts.owner.rows(
      sql`update referral.settings set level_rewards = '{5000,0,1001}', friend_reward = 2500`,
    )
    const first = await signUp()
    const second = await signedInFriend(first)
    const third = await signedInFriend(second)
    await signedInFriend(third)
    const referral = async (player: Member) => (await balancesOf(accounts, player.id)).referral
    expect(await referral(third)).toBe(5_000n)
    expect(await referral(second)).toBe(5_000n)
    expect(await referral(first)).toBe(6_001n)
    expect(await balancesOf(accounts, third.id)).toMatchObject({ bonus: 2_500n })
  })

  test('of many friends at once rewards a referrer for each', async () => {
    const referrer = await signUp()
    const friends = []
    for (let made = 0; made < 12; made += 1) friends.push(await signUp(referrer))
    await Promise.all(friends.map(signIn))
    expect(await wallets(referrer)).toMatchObject({
      referral: fkr(1_200),
      locked: { referral: fkr(1_200) },
    })
  })
})

describe('a locked reward', () => {
  test('can be moved when that friend has deposited and staked enough, and not for another’s sake', async () => {
    await setCatalogue(accounts)
    const { spin, bet } = rounds()
    const referrer = await signUp()
    const [friend] = [await signedInFriend(referrer), await signedInFriend(referrer)]
    expect(await move(referrer, fkr(1))).toMatchObject({ code: 'referralUnfunded' })

    await fund(accounts, friend.id, { deposit: fkr(499), win: fkr(9_500) })
    expect(await move(friend, fkr(9_500), 'win')).toMatchObject({ ok: true })
    for (let spins = 0; spins < 2; spins += 1) await spin(friend, fkr(490))
    expect(await move(referrer, fkr(1))).toMatchObject({ code: 'referralUnfunded' })
    await fund(accounts, friend.id, { deposit: fkr(1) })
    expect(await move(referrer, fkr(1))).toMatchObject({ code: 'referralUnfunded' })
    expect(await wallets(friend)).toMatchObject({ locked: { bonus: fkr(100) } })
    expect(await bet(friend, 3, fkr(20))).toMatchObject({ ok: true })

    // The margin of 1,000 in the slot is 31.24. The friend's own reward costs the house 100, and
    // with the referrer's 200.
    expect(await wallets(friend)).toMatchObject({ locked: { bonus: fkr(100) } })
    expect(await move(referrer, fkr(1))).toMatchObject({ code: 'referralUnfunded' })
    await spin(friend, fkr(20))
    for (let spins = 0; spins < 5; spins += 1) await spin(friend, fkr(490))
    expect(await contributedBy(friend)).toBe(62n + 7n * 1_531n)
    expect(await wallets(friend)).toMatchObject({ bonus: fkr(100), locked: { bonus: zero } })
    expect(await wallets(referrer)).toMatchObject({ locked: { referral: fkr(200) } })
    await fund(accounts, friend.id, { deposit: fkr(3_000) })
    for (let spins = 0; spins < 7; spins += 1) await spin(friend, fkr(490))
    expect(await wallets(referrer)).toMatchObject({
      referral: fkr(200),
      locked: { referral: fkr(100) },
    })
    expect(await move(referrer, fkr(101))).toMatchObject({ code: 'referralUnfunded' })
    expect(await move(referrer, fkr(100))).toMatchObject({ ok: true })
    expect(await wallets(referrer)).toMatchObject({
      referral: fkr(100),
      locked: { referral: fkr(100) },
    })
  })

  test('REF-07 is moved once by a hundred moves at once', async () => {
    const referrer = await signUp()
    const friend = await signedInFriend(referrer)
    await signedInFriend(referrer)
    await accounts.owner.rows(
      sql`update ledger.wallets set deposited = 50000, staked = 100000, contributed = 20000
          where player_id = $1`,
      [friend.id],
    )
    const results = await Promise.all(Array.from({ length: 100 }, () => move(referrer, fkr(30))))
    expect(results.filter((result) => result.ok)).toHaveLength(3)
    expect(await wallets(referrer)).toMatchObject({ referral: fkr(110) })
  })

  test('stays unlocked when the operator raises the figures; new ones are for new friends', async () => {
    const referrer = await signUp()
    const friend = await signedInFriend(referrer)
    await accounts.owner.rows(
      sql`update ledger.wallets set deposited = 50000, staked = 100000, contributed = 20000
          where player_id = $1`,
      [friend.id],
    )
    await accounts.owner.rows(
      sql`update referral.settings set unlock_deposits = 60000, unlock_staked = 0`,
    )
    const later = await signedInFriend(referrer)
    await accounts.owner.rows(
      sql`update ledger.wallets set deposited = 50000, contributed = 20000 where player_id = $1`,
      [later.id],
    )
    expect(await move(referrer, fkr(100))).toMatchObject({ ok: true })
    expect(await move(referrer, fkr(1))).toMatchObject({ code: 'referralUnfunded' })
    await accounts.owner.rows(
      sql`update ledger.wallets set deposited = 60000 where player_id = $1`,
      [later.id],
    )
    expect(await move(referrer, fkr(100))).toMatchObject({ ok: true })
  })

  test('REF-04 as a Bonus is no part of a stake until it is unlocked', async () => {
    await setCatalogue(accounts)
    const { bet, spin } = rounds()
    const friend = await signedInFriend(await signUp())
    await fund(accounts, friend.id, { deposit: fkr(20) })
    expect(await bet(friend, 3, fkr(30))).toMatchObject({ code: 'insufficientFunds' })
    await spin(friend, fkr(10))
    expect(await balancesOf(accounts, friend.id)).toMatchObject({ deposit: 1_000n, bonus: 10_000n })

    await accounts.owner.rows(
      sql`update ledger.wallets set deposited = 50000, staked = 100000, contributed = 20000
          where player_id = $1`,
      [friend.id],
    )
    expect(await bet(friend, 3, fkr(30))).toMatchObject({ ok: true })
    expect(await balancesOf(accounts, friend.id)).toMatchObject({ deposit: 400n, bonus: 7_600n })
  })

  test('of Bonus does not lock what came from elsewhere', async () => {
    await setCatalogue(accounts)
    const friend = await signedInFriend(await signUp())
    await fund(accounts, friend.id, { deposit: fkr(20), bonus: fkr(50) })
    expect(await wallets(friend)).toMatchObject({ bonus: fkr(150), locked: { bonus: fkr(100) } })
    expect(await rounds().bet(friend, 3, fkr(70))).toMatchObject({ ok: true })
    expect(await balancesOf(accounts, friend.id)).toMatchObject({ deposit: 0n, bonus: 10_000n })
  })

  test('REF-05 is not unlocked by Tic-tac-toe, by ties, nor by money that others sent', async () => {
    await setCatalogue(accounts)
    const { ticTacToe, bet } = rounds()
    const referrer = await signUp()
    const friend = await signedInFriend(referrer)
    await fund(accounts, referrer.id, { deposit: fkr(1_000) })
    const sent = await sendMoney(
      { database: accounts.database, surroundings: system, config: { holdMs: 0 } },
      { player: referrer.id, receiver: friend.id, amount: fkr(1_000) },
      null,
    )
    expect(sent.ok).toBe(true)
    const counters = () =>
      one(
        accounts.database.rows(
          sql`select deposited, staked from ledger.wallets where player_id = $1`,
          [friend.id],
        ),
      )
    for (let round = 0; round < 3; round += 1) await ticTacToe(friend, fkr(20))
    expect(await counters()).toEqual({ deposited: 0n, staked: 0n })
    const round = await bet(friend, 1, fkr(20))
    expect(await counters()).toEqual({ deposited: 0n, staked: 2_000n })
    const open = await one(
      accounts.database.rows<{ round: string; stake: bigint }>(
        sql`select round_id as round, stake from ledger.rounds
          where player_id = $1 and status = 'pending'`,
        [friend.id],
      ),
    )
    await accounts.database.rows(
      sql`select ledger.store_moves($1, $2, 0, '[]', 'tie', $3, gen_random_uuid(), null, null)`,
      [friend.id, open.round, open.stake],
    )
    expect(round.ok && (await counters())).toEqual({ deposited: 0n, staked: 0n })
  })
})

test('REF-01 a farm of sign-ups earns nothing that can be used', async () => {
  await setCatalogue(accounts)
  const { bet } = rounds()
  const farmer = await signUp()
  const farm: Member[] = []
  for (let made = 0; made < 25; made += 1)
    farm.push(await signedInFriend(made % 2 ? farm[made - 1]! : farmer))
  for (const player of [farmer, ...farm]) {
    const { bonus, referral, locked } = await wallets(player)
    expect(locked).toEqual({ bonus, referral })
    if (referral > 0n)
      expect(await move(player, fkr(1))).toMatchObject({ code: 'referralUnfunded' })
    expect(await bet(player, 3, fkr(10))).toMatchObject({ code: 'insufficientFunds' })
  }
})

describe('the daily budget', () => {
  const waiting = async () =>
    (
      await one(
        accounts.database.rows<{ waiting: number }>(
          sql`select count(*)::int as waiting from referral.friends where rewarded_at is null`,
        ),
      )
    ).waiting
  const tomorrow = () => accounts.owner.rows(sql`update referral.days set day = day - 1`)
  beforeEach(() => withinADay())

  test('that is used up lets rewards wait for the next day, the longest waiting first', async () => {
    await accounts.owner.rows(sql`update referral.settings set daily_budget = 40000`)
    const referrer = await signUp()
    const friends: Member[] = []
    for (let made = 0; made < 5; made += 1) friends.push(await signedInFriend(referrer))
    const bonuses = () => Promise.all(friends.map(async (friend) => (await wallets(friend)).bonus))
    const given = fkr(100)
    expect(await bonuses()).toEqual([given, given, zero, zero, zero])
    expect(await rewardWaiting(accounts.worker)).toBe(0)
    await tomorrow()
    expect(await rewardWaiting(accounts.worker)).toBe(2)
    expect(await bonuses()).toEqual([given, given, given, given, zero])
    await tomorrow()
    expect(await rewardWaiting(accounts.worker)).toBe(1)
    expect(await rewardWaiting(accounts.worker)).toBe(0)
    expect(await balancesOf(accounts, referrer.id)).toMatchObject({ referral: fkr(500) })
  })

  test('REF-06 holds when many sign in at once, and workers reward at once', async () => {
    await accounts.owner.rows(sql`update referral.settings set daily_budget = 100000`)
    const referrer = await signUp()
    const friends: Member[] = []
    for (let made = 0; made < 12; made += 1) friends.push(await signUp(referrer))
    await Promise.all(friends.map(signIn))
    expect(await waiting()).toBe(7)
    await tomorrow()
    const workers = await Promise.all([1, 2, 3].map(() => rewardWaiting(accounts.worker)))
    expect(workers.reduce((sum, rewarded) => sum + rewarded, 0)).toBe(5)
    expect(await waiting()).toBe(2)
    expect(await balancesOf(accounts, referrer.id)).toMatchObject({ referral: fkr(1_000) })
  })

  test('of zero gives no reward, and signing in works', async () => {
    await accounts.owner.rows(sql`update referral.settings set daily_budget = 0`)
    const friend = await signedInFriend(await signUp())
    expect(await wallets(friend)).toEqual(nothing)
    expect(await waiting()).toBe(1)
  })
})

describe('the tree of referrers has no circle:', () => {
  /** Pairs of a player and its referrer, in one statement. */
  const insert = (...pairs: readonly (readonly [number, number | null])[]) =>
    accounts.owner.rows(
      sql`
      insert into players.accounts
        (player_id, name, mobile, email, password_hash, invite_code, referrer_id)
      select player, 'A', (9900000000 + player)::text, player || '@example.com', 'x',
             translate(player::text, '01', 'AB'), referrer
      from unnest($1::integer[], $2::integer[]) with ordinality as pair (player, referrer, turn)
      order by turn`,
      [pairs.map(([player]) => player), pairs.map(([, referrer]) => referrer)],
    )

  test('REF-02 no player refers themselves, or an earlier player, or each other in one stroke', async () => {
    await expect(insert([20_000_002, 20_000_002])).rejects.toThrow(
      'a referrer signs up before the friend',
    )
    await expect(insert([20_000_003, 20_000_004], [20_000_004, 20_000_003])).rejects.toThrow(
      'a referrer signs up before the friend',
    )
    await insert([20_000_002, null], [20_000_003, 20_000_002])
    const change = accounts.owner.rows(
      sql`update players.accounts set referrer_id = 20000003 where player_id = 20000002`,
    )
    await expect(change).rejects.toThrow('neither an id nor a referrer changes')
    await expect(
      accounts.database.rows(
        sql`update players.accounts set referrer_id = null where player_id = 20000003`,
      ),
    ).rejects.toThrow('neither an id nor a referrer changes')
    // The friend's friend would take the place of the first.
    await insert([20_000_004, 20_000_003])
    await expect(
      accounts.database.rows(
        sql`update players.accounts set player_id = case player_id
              when 20000002 then 20000005 else 20000002 end
            where player_id in (20000002, 20000004)`,
      ),
    ).rejects.toThrow('neither an id nor a referrer changes')
  })

  test('an own code is no code before there is an account', async () => {
    await expect(accounts.newPlayer({ inviteCode: 'ABCDEFGH' })).rejects.toThrow(
      'unknownInviteCode',
    )
  })
})

test('REF-08 the application can neither reward nor unlock on its own', async () => {
  const friend = await signedInFriend(await signUp())
  const forbidden = [
    sql`select referral.reward(1)`,
    sql`insert into referral.friends (player_id) values (1)`,
    sql`update referral.friends set rewarded_at = null`,
    sql`update referral.rewards set unlock_deposits = 0`,
    sql`delete from referral.rewards`,
    sql`update referral.settings set friend_reward = 1000000`,
    sql`update referral.days set given = 0`,
    sql`update ledger.wallets set deposited = 50000`,
  ]
  for (const statement of forbidden)
    await expect(accounts.database.rows(statement), statement.text).rejects.toThrow(
      'permission denied',
    )
  expect(await wallets(friend)).toMatchObject({ locked: { bonus: fkr(100) } })
})
