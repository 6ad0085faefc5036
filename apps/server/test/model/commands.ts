import { fkr } from '@pipkin/money'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Act, anyAct, type OwnAct, ownAct, perform, post, requestOf } from './acts.ts'
import {
  adjust,
  admit,
  endBreak,
  type LimitKind,
  type Player,
  reward,
  type Split,
  send,
  setLimit,
} from './model.ts'
import { expectSame, password, type World } from './world.ts'

/** Fast-check wants a model that is an object. */
export interface Model {
  readonly players: readonly Player[]
}

const who = fc.nat({ max: 2 })
const key = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.nat({ max: 60 }).map((n) => `key-${n}`) },
)

/** A command that is always possible, and after which every balance equals the model's. */
function command(
  description: string,
  run: (players: readonly Player[], world: World) => Promise<void>,
): fc.AsyncCommand<Model, World> {
  return {
    check: () => true,
    async run({ players }, world) {
      await run(players, world)
      await Promise.all(players.map((player, index) => expectSame(player, world.people[index]!)))
    },
    toString: () => description,
  }
}

const one = (index: number, act: Act, under: string | null) =>
  command(`player ${index} ${fc.stringify(act)} under ${under}`, async (players, world) => {
    const request = requestOf(players, world, index, act)
    if (request) await perform(players[index]!, world.people[index]!, request, under)
  })

const together = (acts: readonly OwnAct[], under: string | null) =>
  command(`all at once ${fc.stringify(acts)} under ${under}`, async (players, world) => {
    await Promise.all(
      acts.map(async (act, index) => {
        const request = requestOf(players, world, index, act)
        if (request) await perform(players[index]!, world.people[index]!, request, under)
      }),
    )
  })

/** Repeats the request that was made under one of the keys. */
const again = (index: number, nth: number) =>
  command(`player ${index} repeats request ${nth}`, async (players, world) => {
    const sent = [...world.people[index]!.sent]
    const [under, request] = sent[nth % sent.length] ?? []
    if (under !== undefined && request !== undefined)
      await perform(players[index]!, world.people[index]!, request, under)
  })

/** Plays on until no round is open. */
const playOut = (index: number, picks: readonly number[]) =>
  command(`player ${index} plays out ${picks}`, async (players, world) => {
    const player = players[index]!
    for (let turn = 0; player.loggedIn && player.open.size > 0; turn += 1) {
      const pick = picks[turn % picks.length]!
      const request = requestOf(players, world, index, { move: turn, pick })
      if (request) await perform(player, world.people[index]!, request, null)
    }
  })

/**
 * The server is killed while it is asked, comes back, and is asked again under the same keys:
 * everything happens once.
 */
const killed = (acts: readonly OwnAct[], under: string) =>
  command(`kill -9 during ${fc.stringify(acts)} under ${under}`, async (players, world) => {
    const requests = acts.map((act, index) => requestOf(players, world, index, act))
    const lost = requests.map((request, index) =>
      request ? post(world.people[index]!, request, under).catch(() => null) : null,
    )
    await world.api.kill()
    await Promise.all(lost)
    await world.settled()
    await world.api.start()
    for (const [index, request] of requests.entries())
      if (request) await perform(players[index]!, world.people[index]!, request, under)
  })

const flood = (from: number, to: number, whole: number) =>
  command(`player ${from} sends ${whole} to ${to} twenty times at once`, async (players, world) => {
    const request = requestOf(players, world, from, { sendTo: to, whole })!
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(world.people[from]!, request, null)),
    )
    const player = players[from]!
    const verdicts = answers.map(() =>
      admit(player, null, '') === 'done' ? send(player, players[to]!, fkr(whole)) : 'noSession',
    )
    const done = verdicts.filter((verdict) => verdict === 'done')
    expect(answers.filter(({ body }) => body.Status === true)).toHaveLength(done.length)
  })

const logOut = (index: number) =>
  command(`player ${index} logs out`, async (players, world) => {
    const { status } = await world.people[index]!.browser.post('logout')
    expect(status).toBe(players[index]!.loggedIn ? 200 : 401)
    players[index]!.loggedIn = false
  })

const logIn = (index: number) =>
  command(`player ${index} logs in`, async (players, world) => {
    const { browser, mobile } = world.people[index]!
    expect(
      (await browser.post('userLogin', { Mobile_No: mobile, Password: password })).body.Status,
    ).toBe(true)
    players[index]!.loggedIn = true
  })

const limit = (index: number, kind: LimitKind, whole: number) =>
  command(`player ${index} limits ${kind} to ${whole}`, async (players, world) => {
    const period = kind === 'stake' ? null : 'week'
    const { body } = await world.people[index]!.looker.post('setLimit', {
      kind,
      period,
      amount: whole,
    })
    expect(body.Status).toBe(true)
    setLimit(players[index]!, kind, fkr(whole))
  })

const takeBreak = (index: number) =>
  command(`player ${index} takes a break`, async (players, world) => {
    const wanted = { kind: 'timeout', length: '24h' }
    const { body } = await world.people[index]!.looker.post('takeBreak', wanted)
    expect(body.Status).toBe(true)
    players[index]!.onBreak = true
  })

const endsBreak = (index: number) =>
  command(`player ${index}'s break ends`, async (players, world) => {
    await world.breakEnds(world.people[index]!)
    endBreak(players[index]!)
  })

const friend = (index: number) =>
  command(`a friend of player ${index} signs in`, async (players, world) => {
    await world.friendSignsIn(world.people[index]!)
    reward(players[index]!, fkr(100))
  })

const adjusted = (index: number, wallet: keyof Split, hundredths: number) =>
  command(`player ${index}'s ${wallet} is adjusted by ${hundredths}`, async (players, world) => {
    const amount = BigInt(hundredths)
    const refusal = await world.adjust(world.people[index]!.id, wallet, amount)
    expect(refusal).toBe(adjust(players[index]!, wallet, amount))
  })

const somePicks = fc.array(fc.nat({ max: 24 }), { minLength: 1, maxLength: 9 })
const threeActs = fc.tuple(ownAct, ownAct, ownAct)

const ones = fc.tuple(who, anyAct, key).map((of) => one(...of))
const togethers = fc.tuple(threeActs, key).map((of) => together(...of))
const playOuts = fc.tuple(who, somePicks).map((of) => playOut(...of))
const agains = fc.tuple(who, fc.nat()).map((of) => again(...of))
const floods = fc.tuple(who, who, fc.integer({ min: 1, max: 60 })).map((of) => flood(...of))
const kills = fc.tuple(threeActs, fc.nat()).map(([acts, n]) => killed(acts, `kill-${n}`))

const limits = fc
  .oneof(
    fc.tuple(who, fc.constant<LimitKind>('stake'), fc.integer({ min: 5, max: 60 })),
    fc.tuple(who, fc.constant<LimitKind>('loss'), fc.integer({ min: 20, max: 300 })),
    fc.tuple(who, fc.constant<LimitKind>('deposit'), fc.integer({ min: 480, max: 900 })),
  )
  .map((of) => limit(...of))

const adjustments = fc
  .tuple(
    who,
    fc.constantFrom<keyof Split>('deposit', 'bonus', 'win'),
    fc.integer({ min: -20_000, max: 9_999 }),
  )
  .map((of) => adjusted(...of))

const times = <T>(count: number, arbitrary: T): T[] =>
  Array.from({ length: count }, () => arbitrary)

/** Lists of commands. */
export const commands = (replayPath: string | undefined) =>
  fc.commands(
    [
      ...times(20, ones),
      ...times(10, togethers),
      ...times(10, playOuts),
      ...times(6, agains),
      ...times(3, floods),
      ...times(4, who.map(logIn)),
      ...times(2, who.map(logOut)),
      ...times(3, limits),
      ...times(3, adjustments),
      who.map(takeBreak),
      who.map(endsBreak),
      ...times(2, who.map(friend)),
      kills,
    ],
    { maxCommands: 60, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  )
