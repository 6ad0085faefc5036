import { fkr } from '@pipkin/money'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Act, anyAct, type OwnAct, ownAct, perform, post, requestOf } from './acts.ts'
import { admit, type Player, send } from './model.ts'
import { expectSame, password, type World } from './world.ts'

/** Fast-check wants a model that is an object. */
export interface Model {
  readonly players: readonly Player[]
}

const who = fc.nat({ max: 2 })
const key = fc.option(
  fc.nat({ max: 6 }).map((n) => `key-${n}`),
  { nil: null },
)

/** A command that can always be given, and after which every balance is as the model has it. */
function command(
  told: string,
  run: (players: readonly Player[], world: World) => Promise<void>,
): fc.AsyncCommand<Model, World> {
  return {
    check: () => true,
    async run({ players }, world) {
      await run(players, world)
      await Promise.all(players.map((player, index) => expectSame(player, world.people[index]!)))
    },
    toString: () => told,
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

/** The server is killed while it is asked, comes back, and is asked again under the same keys: everything happens once. */
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
    expect((await browser.post('userLogin', { Mobile_No: mobile, Password: password })).body.Status).toBe(
      true,
    )
    players[index]!.loggedIn = true
  })

const threeActs = fc.tuple(ownAct, ownAct, ownAct)

/** Lists of commands; the ones named more often come more often. */
export const commands = (replayPath: string | undefined) =>
  fc.commands(
    [
      ...Array.from({ length: 8 }, () => fc.tuple(who, anyAct, key).map((of) => one(...of))),
      ...Array.from({ length: 4 }, () => fc.tuple(threeActs, key).map((of) => together(...of))),
      fc
        .tuple(
          threeActs,
          fc.nat().map((n) => `kill-${n}`),
        )
        .map((of) => killed(...of)),
      fc.tuple(who, who, fc.integer({ min: 1, max: 60 })).map((of) => flood(...of)),
      who.map(logOut),
      who.map(logIn),
      who.map(logIn),
    ],
    { maxCommands: 60, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  )
