import { randomBytes } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { type HttpClient, httpClient } from '../../test/calls/http-client.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { makePlayer } from '../../test/players/player.ts'
import { type RunningServer, startServer } from '../../test/processes/running-server.ts'
import { withinADay } from '../../test/within-a-day.ts'
import { operate } from '../operator/operate.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import { forgetNetworks } from './forget-networks.ts'
import { rewardWaiting } from './reward-waiting.ts'
import { unlockSweep } from './unlock-sweep.ts'

/**
 * Which rewards wait for an operator, what becomes of them, and what players see of it: on the
 * running server, behind a proxy that says where a player comes from.
 */

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' })
})
afterAll(() => server.close())

const rows: RunningServer['db']['owner']['rows'] = (statement, values) =>
  server.db.owner.rows(statement, values)

interface Member {
  readonly id: PlayerId
  readonly client: HttpClient
  /** Makes a call from an address. */
  comeFrom(ip: string): Promise<void>
}

let mobile = 7_000_000_000
/** An account, which signs in for the first time where it has a referrer. */
async function join(referrer?: Member, signsIn = true): Promise<Member> {
  const id = await makePlayer(server.db)
  mobile += 1
  await rows(
    sql`insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code,
          referrer_id)
        values ($1::integer, 'Joel Ode', $2, $2 || '@example.com', 'none',
          translate($1::integer::text, '01', 'AB'), $3)`,
    [id, String(mobile), referrer?.id ?? null],
  )
  const token = randomBytes(32)
  await rows(sql`insert into players.sessions (token_hash, player_id) values ($1, $2)`, [
    tokenHash(token),
    id,
  ])
  const client = httpClient(server.url, new Map([['sid', token.toString('hex')]]))
  if (signsIn) await signIn(id)
  return {
    id,
    client,
    async comeFrom(ip) {
      const { status } = await client.send(`userList?id=${id}`, {
        headers: { 'x-forwarded-for': ip },
      })
      expect(status).toBe(200)
    },
  }
}

const signIn = (id: number) =>
  rows(sql`update players.accounts set first_signed_in_at = now() where player_id = $1`, [id])

/** The friend has deposited, staked and contributed what the terms ask for. */
const doTheirPart = (...friends: Member[]) =>
  rows(
    sql`update ledger.wallets set deposited = 50000, staked = 100000, contributed = 20000
        where player_id = any($1)`,
    [friends.map(({ id }) => id)],
  )

/** What the referrer's list says of each friend's reward. */
async function statesFor(referrer: Member): Promise<Record<number, string>> {
  const { body } = await referrer.client.send(`level-earning?referrer_id=${referrer.id}`, {})
  const links = body.referralLinks as { referral_id: number; reward: { state: string } }[]
  return Object.fromEntries(links.map((link) => [link.referral_id, link.reward.state]))
}

const move = async (member: Member, transferAmount: number) =>
  (
    await member.client.post('internalTransfer', {
      userId: member.id,
      transferAmount,
      transferType: 'Referal',
    })
  ).body.Status

const operator = async (...argv: string[]) => {
  const outcome = await operate(
    { database: server.db.operator },
    [...argv, '--by', 'Asha', '--reason', 'a ring?'],
    undefined,
  )
  return outcome.ok ? outcome.value : outcome.why
}
/** Approves as two people do in the back office. */
const approve = async ({ id }: Member) =>
  (
    await rows(
      sql`select operator.decide_rewards('Asha, approved by Ben', 'a ring?', $1, 'approved')
        as refusal`,
      [id],
    )
  )[0]?.refusal
const sweep = () => unlockSweep(server.db.worker)()

const listed = async () =>
  (
    JSON.parse(await operator('waiting')) as {
      rewards: { friend_id: number; reasons: string[] }[]
    }
  ).rewards

async function waitingFor() {
  await sweep()
  return listed()
}

let referrer: Member
beforeEach(async () => {
  referrer = await join()
})

describe('a reward waits for an operator', () => {
  test('where the friend comes from the referrer’s network, and unlocks once approved', async () => {
    const [near, far] = [await join(referrer), await join(referrer)]
    await referrer.comeFrom('198.51.100.7')
    await near.comeFrom('198.51.100.99')
    await far.comeFrom('203.0.113.7')
    expect(await statesFor(referrer)).toEqual({ [near.id]: 'locked', [far.id]: 'locked' })
    await doTheirPart(near, far)
    expect(await statesFor(referrer)).toEqual({ [near.id]: 'waiting', [far.id]: 'unlocked' })
    expect(await move(referrer, 101)).toBe(false)
    expect(await move(referrer, 100)).toBe(true)
    expect(await waitingFor()).toMatchObject([
      { friend_id: near.id, referrer_id: referrer.id, amount: '200', reasons: ['network'] },
    ])

    expect(await operator('approve-rewards', String(near.id))).toBe(
      'This takes two people: propose it in the back office, under Referral, To be decided.',
    )
    expect(await approve(near)).toBeNull()
    expect(await statesFor(referrer)).toMatchObject({ [near.id]: 'unlocked' })
    // What the sweep has found goes at once: it would hide those behind it.
    expect(await rows(sql`select player_id from referral.waiting_friends`)).toEqual([])
    expect(await move(referrer, 100)).toBe(true)
    expect(await approve(near)).toBe('alreadySo')
    const [act] = await rows(
      sql`select act, about, operator, reason, after from operator.acts
          where act in ('approveRewards', 'refuseRewards') order by at desc limit 1`,
    )
    expect(act).toMatchObject({
      about: String(near.id),
      operator: 'Asha, approved by Ben',
      reason: 'a ring?',
      after: { decision: 'approved', shares: ['network'] },
    })
  })

  test('REF-13 where two friends of one referrer come from one network', async () => {
    const friends = [await join(referrer), await join(referrer), await join(referrer)]
    const [one, two, three] = friends as [Member, Member, Member]
    await one.comeFrom('2001:db8:7:1::1')
    await two.comeFrom('2001:db8:7:2::9')
    await three.comeFrom('2001:db8:8::1')
    await doTheirPart(...friends)
    expect(await statesFor(referrer)).toEqual({
      [one.id]: 'waiting',
      [two.id]: 'waiting',
      [three.id]: 'unlocked',
    })
  })

  test('where the network was left before the first sign-in', async () => {
    const friend = await join(referrer, false)
    await friend.comeFrom('192.0.2.1')
    await referrer.comeFrom('192.0.2.2')
    await signIn(friend.id)
    await doTheirPart(friend)
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'waiting' })
  })

  test('not for strangers on one network, nor on the machine itself', async () => {
    const [stranger, friend] = [await join(), await join(referrer)]
    await stranger.comeFrom('192.0.2.200')
    await friend.comeFrom('192.0.2.201')
    await referrer.comeFrom('127.0.0.1')
    const other = await join(referrer)
    await other.comeFrom('127.0.0.1')
    await doTheirPart(friend, other)
    expect(await statesFor(referrer)).toEqual({
      [friend.id]: 'unlocked',
      [other.id]: 'unlocked',
    })
  })

  const stop = sql`update ledger.wallets set break_until = now() + interval '1 day'
    where player_id = $1`
  const goOn = sql`update ledger.wallets set break_until = null where player_id = $1`
  test.each([
    ['a break keeps the reward', stop, '198.51.102'],
    ['the day has no budget', sql`update referral.settings set daily_budget = 0`, '198.51.103'],
  ])(
    'REF-20 where a referrer’s referrer comes from the network while %s',
    async (_, by, network) => {
      const between = await join(referrer, false)
      const friend = await join(between, false)
      await rows(sql`update referral.settings set level_rewards = '{10000, 5000}'`)
      try {
        await rows(by, by === stop ? [referrer.id] : [])
        await signIn(friend.id)
        await friend.comeFrom(`${network}.7`)
        await referrer.comeFrom(`${network}.8`)
        await rows(sql`update referral.settings set daily_budget = default`)
        await rows(goOn, [referrer.id])
        await rewardWaiting(server.db.worker)
        await rows(
          sql`update ledger.wallets set deposited = 50000, staked = 100000, contributed = 25000
            where player_id = $1`,
          [friend.id],
        )
        await sweep()
        const reward = sql`select amount, state from referral.judged_rewards
        where player_id = $1 and friend_id = $2`
        expect(await rows(reward, [referrer.id, friend.id])).toEqual([
          { amount: 5_000n, state: 'waiting' },
        ])
      } finally {
        await rows(
          sql`update referral.settings set level_rewards = default, daily_budget = default`,
        )
      }
    },
  )

  test('and is found before the turn of the others, once something of its friend has changed', async () => {
    const friends = [await join(referrer), await join(referrer)]
    for (const friend of friends) await friend.comeFrom('198.51.100.200')
    await doTheirPart(...friends)
    const lookAtNoneInTurn = async () => {
      await server.db.worker.rows(sql`select referral.note_unlocked(2147483647, 1000)`)
      return (await listed()).filter(({ friend_id }) => friends.some(({ id }) => id === friend_id))
    }
    expect(await lookAtNoneInTurn()).toHaveLength(2)
    for (const { id } of friends)
      await rows(sql`update referral.friends set decision = 'refused' where player_id = $1`, [id])
    const waiting = () =>
      rows(sql`select from referral.waiting_friends where player_id = any($1)`, [
        friends.map(({ id }) => id),
      ])
    await lookAtNoneInTurn()
    expect(await waiting()).toHaveLength(2)
    // Who has played is looked at again.
    await rows(sql`insert into referral.changed_friends (player_id) values ($1)`, [friends[0]?.id])
    await lookAtNoneInTurn()
    expect(await waiting()).toHaveLength(1)
  })

  test('REF-14 where two who share it come in the same moment', async () => {
    const [one, two] = [await join(referrer), await join(referrer)]
    const comes = ({ id }: Member, database: Queryable) =>
      database.rows(sql`select referral.trace_network($1, '198.51.0')`, [id])
    let second: Promise<unknown> | undefined
    await server.db.owner.transaction(async (first) => {
      await comes(one, first)
      let isNoted = false
      second = comes(two, server.db.owner).then(() => {
        isNoted = true
      })
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
      await vi.waitUntil(async () => isNoted || (await first.rows(waiting)).length > 0, {
        ...patience,
        interval: 10,
      })
    })
    await second
    await doTheirPart(one, two)
    expect(await statesFor(referrer)).toEqual({ [one.id]: 'waiting', [two.id]: 'waiting' })
  })

  test('REF-15 where an address on the chain funded both, or one paid the other', async () => {
    const friends = [await join(referrer), await join(referrer), await join(referrer)]
    const [one, two, three] = friends as [Member, Member, Member]
    const trace = (member: Member, address: string) =>
      server.db.worker.rows(sql`select referral.trace_address($1, $2)`, [member.id, address])
    const [funder, nobody] = [`0x${'5'.repeat(40)}`, `0x${'0'.repeat(40)}`]
    await trace(one, funder)
    await trace(two, funder)
    await trace(three, `0x${'6'.repeat(40)}`)
    for (const member of [referrer, three]) await trace(member, nobody)
    await doTheirPart(...friends)
    expect(await statesFor(referrer)).toEqual({
      [one.id]: 'waiting',
      [two.id]: 'waiting',
      [three.id]: 'unlocked',
    })
    expect((await waitingFor()).map(({ reasons }) => reasons)).toEqual(
      expect.arrayContaining([['address'], ['address']]),
    )
  })

  test('where the friend signs for the address that the referrer linked', async () => {
    const friend = await join(referrer)
    const address = `0x${'7'.repeat(40)}`
    const link = async ({ id }: Member) => {
      await rows(sql`select cashier.keep_challenge($1, 'text', $2)`, [id, address])
      return rows(sql`select cashier.link_address($1, 'text', $2) as refusal`, [id, address])
    }
    expect(await link(referrer)).toEqual([{ refusal: null }])
    expect(await link(friend)).toEqual([{ refusal: 'addressTaken' }])
    await doTheirPart(friend)
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'waiting' })
  })

  test('REF-16 beyond the referrer’s cap of a day and in all', async () => {
    await withinADay()
    await rows(sql`update referral.settings set referrer_day = 20000, referrer_total = 30000`)
    try {
      const friends: Member[] = []
      for (let made = 0; made < 3; made += 1) friends.push(await join(referrer))
      await doTheirPart(...friends)
      const states = async () => Object.values(await statesFor(referrer)).toSorted()
      expect(await states()).toEqual(['unlocked', 'unlocked', 'waiting'])
      await rows(sql`update referral.rewards set at = at - interval '1 day' where player_id = $1`, [
        referrer.id,
      ])
      const later = await join(referrer)
      await doTheirPart(later)
      expect(await statesFor(referrer)).toMatchObject({ [later.id]: 'waiting' })
      expect(await waitingFor()).toContainEqual(
        expect.objectContaining({ friend_id: later.id, reasons: ['cap'] }),
      )
      // The friend's own Bonus has no cap.
      const { body } = await later.client.send(`WalletListByUserId?UserId=${later.id}`, {})
      expect(body.Data).toMatchObject({ Bonus: 100, Locked: { Bonus: 0 } })
    } finally {
      await rows(sql`update referral.settings set referrer_day = default, referrer_total = default`)
    }
  })

  test('after thirty days, where the friend deposited and staked, but contributed too little', async () => {
    const friend = await join(referrer)
    await doTheirPart(friend)
    await rows(sql`update ledger.wallets set contributed = 15000 where player_id = $1`, [friend.id])
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'locked' })
    const isAsked = async () =>
      (await waitingFor()).filter(({ friend_id }) => friend_id === friend.id)
    expect(await isAsked()).toEqual([])
    await rows(sql`update referral.rewards set at = at - interval '31 days' where friend_id = $1`, [
      friend.id,
    ])
    expect(await isAsked()).toMatchObject([{ reasons: ['time'] }])
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'locked' })
    await approve(friend)
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'unlocked' })
  })

  test('and stays locked where it is refused, also before the friend’s part is done', async () => {
    const friend = await join(referrer)
    expect(await operator('refuse-rewards', String(friend.id))).toBe('Done.')
    await doTheirPart(friend)
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'refused' })
    expect(await move(referrer, 100)).toBe(false)
    await sweep()
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'refused' })
    await approve(friend)
    expect(await move(referrer, 100)).toBe(true)
    expect(await operator('refuse-rewards', '99999999')).toBe(
      'No other player has brought this one.',
    )
  })

  test('REF-18 and so does one that is refused while a sweep finds it unlocked', async () => {
    const friend = await join(referrer)
    await doTheirPart(friend)
    const refuse = sql`select operator.decide_rewards('Asha', 'a ring?', $1, 'refused') as refusal`
    await waitBehind(
      server.db,
      { by: server.db.owner, first: (inside) => inside.rows(refuse, [friend.id]) },
      sweep,
    )
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'refused' })
    expect(await move(referrer, 100)).toBe(false)
    await approve(friend)
    await sweep()
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'unlocked' })
  })

  test('REF-19 and waits where the friend comes from the referrer’s network while a sweep finds it unlocked', async () => {
    const friend = await join(referrer)
    await doTheirPart(friend)
    const come = sql`select referral.trace_network($1, '198.51.101')`
    await rows(come, [referrer.id])
    await waitBehind(
      server.db,
      { by: server.db.owner, first: (inside) => inside.rows(come, [friend.id]) },
      sweep,
    )
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'waiting' })
  })

  test.each([
    ['refused', (friend: Member) => operator('refuse-rewards', String(friend.id))],
    [
      'waiting',
      async (friend: Member) => {
        await referrer.comeFrom('198.51.102.1')
        await friend.comeFrom('198.51.102.2')
      },
    ],
  ])(
    'REF-22 but not what was moved by then: it blocks no other reward where it becomes %s',
    async (_, become) => {
      const [friend, next] = [await join(referrer), await join(referrer)]
      await doTheirPart(friend)
      expect(await move(referrer, 100)).toBe(true)
      await become(friend)
      expect(await move(referrer, 1)).toBe(false)
      await doTheirPart(next)
      expect(await move(referrer, 100)).toBe(true)
      expect(await move(referrer, 1)).toBe(false)
      expect(await statesFor(referrer)).toEqual({ [friend.id]: 'unlocked', [next.id]: 'unlocked' })
    },
  )

  test('REF-22 nor is one moved that is refused in that moment', async () => {
    const friend = await join(referrer)
    await doTheirPart(friend)
    const refuse = sql`select operator.decide_rewards('Asha', 'a ring?', $1, 'refused')`
    const moved = await waitBehind(
      server.db,
      { by: server.db.owner, first: (inside) => inside.rows(refuse, [friend.id]) },
      () => move(referrer, 100),
    )
    expect(moved).toBe(false)
  })

  test('and so does the friend’s own Bonus, until a sweep notes that it is unlocked', async () => {
    const friend = await join(referrer)
    const locked = async () =>
      (await rows(sql`select ledger.locked_bonus($1)::integer as locked`, [friend.id]))[0]?.locked
    await doTheirPart(friend)
    await rows(sql`update ledger.wallets set contributed = 5000 where player_id = $1`, [friend.id])
    expect(await locked()).toBe(10_000)
    await approve(friend)
    expect(await locked()).toBe(0)
    await operator('refuse-rewards', String(friend.id))
    expect(await locked()).toBe(10_000)
    await approve(friend)
    await sweep()
    expect(await operator('refuse-rewards', String(friend.id))).toMatch(/unlocked/)
    expect(await locked()).toBe(0)
    expect(
      await rows(sql`select bonus_lock from ledger.wallets where player_id = $1`, [friend.id]),
    ).toEqual([{ bonus_lock: null }])
  })
})

describe('what a player sees of a locked reward', () => {
  const progress = async () => {
    const { body } = await referrer.client.send(`level-earning?referrer_id=${referrer.id}`, {})
    return (body.referralLinks as { reward: object }[])[0]?.reward
  }
  const invite = async (member: Member) =>
    (await member.client.send(`invitecodeByUserId?userId=${member.id}`, {})).body.Data

  test('REF-17 the referrer sees quarters, never the friend’s amounts; the friend sees each amount', async () => {
    const friend = await join(referrer)
    expect(await progress()).toEqual({ state: 'locked', deposited: 0, played: 0 })
    for (const [deposited, staked, contributed, shown] of [
      [12_499, 24_999, 20_000, [0, 0]],
      [12_500, 25_000, 20_000, [25, 25]],
      [49_999, 99_999, 20_000, [75, 75]],
      [90_000, 500_000, 9_999, [100, 25]],
      [90_000, 500_000, 19_999, [100, 75]],
    ] as const) {
      await rows(
        sql`update ledger.wallets set deposited = $2, staked = $3, contributed = $4
            where player_id = $1`,
        [friend.id, deposited, staked, contributed],
      )
      const [deposits, played] = shown
      expect(await progress()).toEqual({ state: 'locked', deposited: deposits, played })
    }
    expect(await invite(friend)).toMatchObject({
      unlock: { deposits: 500, staked: 1000, kept: 200, kept_by_stakes: 6400 },
      own: {
        state: 'unlocked',
        amount: 100,
        deposits: { have: 500, need: 500 },
        staked: { have: 1000, need: 1000 },
        kept: { have: 100, need: 100 },
      },
    })
    expect(await invite(referrer)).not.toHaveProperty('own')
  })

  test('a name that is hidden is hidden in the team, the rewards and the notices too', async () => {
    const friend = await join(referrer)
    await rows(sql`update players.accounts set show_name = false where player_id = $1`, [friend.id])
    const hidden = `Player ••${String(friend.id).slice(-2)}`
    const team = await referrer.client.send(`refer-team?referrer_id=${referrer.id}`, {})
    expect(team.body.referralLinks).toMatchObject([{ referred_user_name: hidden }])
    const earned = await referrer.client.send(`level-earning?referrer_id=${referrer.id}`, {})
    expect(earned.body.referralLinks).toMatchObject([{ referred_user_name: hidden }])
    const told = await referrer.client.send(`notifications?User_Id=${referrer.id}`, {})
    expect(told.body.Data).toContainEqual(
      expect.objectContaining({ text: 'A friend signed in, which earns you 100 fkr.' }),
    )
  })

  test('both are notified once it unlocks, once, and it is never locked again', async () => {
    const friend = await join(referrer)
    await doTheirPart(friend)
    await sweep()
    await sweep()
    const notices = async (member: Member) =>
      (
        (await member.client.send(`notifications?User_Id=${member.id}`, {})).body.Data as {
          kind: string
          text: string
          Id: string
        }[]
      ).filter(({ kind }) => kind === 'unlocked')
    expect(await notices(referrer)).toMatchObject([
      { text: "Joel O.'s reward is unlocked: 100 fkr can be moved to Deposit." },
    ])
    expect(await notices(friend)).toMatchObject([{ text: '100 fkr of Bonus can be played now.' }])
    const { body } = await referrer.client.send(`notifications?User_Id=${referrer.id}`, {})
    expect(body.Unread).toBe(3)
    await referrer.client.post('readNotifications', { User_Id: referrer.id })
    expect(
      (await referrer.client.send(`notifications?User_Id=${referrer.id}`, {})).body.Unread,
    ).toBe(0)
    await referrer.comeFrom('198.18.0.1')
    await friend.comeFrom('198.18.0.2')
    expect(await statesFor(referrer)).toEqual({ [friend.id]: 'unlocked' })
    expect(await operator('refuse-rewards', String(friend.id))).toBe(
      'All rewards for this friend are unlocked: nothing is left to decide.',
    )
  })
})

test('networks are kept as keyed hashes, and forgotten after 90 days; no login reads the key', async () => {
  await referrer.comeFrom('100.64.7.7')
  const traces = () =>
    rows<{ value: Buffer }>(
      sql`select value from referral.traces where player_id = $1 and kind = 'network'`,
      [referrer.id],
    )
  const [trace] = await traces()
  expect(trace?.value).toHaveLength(32)
  for (const login of [server.db.database, server.db.worker, server.db.operator])
    for (const table of ['network_key', 'traces'])
      await expect(login.rows(sql([`select * from referral.${table}`])), table).rejects.toThrow(
        'permission denied',
      )
  await rows(sql`update referral.traces set seen_at = now() - interval '91 days'`)
  await forgetNetworks(server.db.worker)
  expect(await traces()).toEqual([])
})

test('a request from an address that was noted asks the database nothing more', async () => {
  await referrer.comeFrom('203.0.113.77')
  await rows(sql`delete from referral.traces where player_id = $1`, [referrer.id])
  await referrer.comeFrom('203.0.113.77')
  expect(
    await rows(sql`select from referral.traces where player_id = $1`, [referrer.id]),
  ).toHaveLength(0)
})
