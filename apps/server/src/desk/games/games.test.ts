import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type OperatorBrowser,
  playersUrl,
  type RunningDesk,
  startDesk,
} from '../../../test/desk/desk.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { placeBet, playSlot, replaceInTime } from '../../../test/rounds/play.ts'
import { withinADay } from '../../../test/within-a-day.ts'
import { figureSweep } from '../../activity/counts/count-figures.ts'
import { countReturns } from '../../activity/counts/count-returns.ts'
import { one, sql } from '../../platform/database/database.ts'

let server: RunningServer
let desk: RunningDesk
let player: SignedIn
/** Two of role games, and one who looks on. */
let gita: OperatorBrowser
let hans: OperatorBrowser
let support: OperatorBrowser
const reason = 'ticket 7'

beforeAll(async () => {
  await withinADay()
  server = await startServer()
  desk = await startDesk(server.db)
  player = await server.player({ deposit: fkr(100_000) })
  gita = await desk.operator('games', 'Gita')
  hans = await desk.operator('games', 'Hans')
  support = await desk.operator('support', 'Sara')
  // Rounds follow each other at once, and perfect players too.
  await server.db.owner.rows(sql`update ledger.games set min_round_ms = 0, rounds_a_day = null`)
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

const read = async (game: number) => (await gita.get(`readGame?game=${game}`)).Data
const draft = async (game: number, changes: object) => {
  const { terms, seen, draft } = await read(game)
  const replaces = draft?.draft ?? null
  return gita.post('draftGame', { game, replaces, seen, ...terms, ...changes, reason })
}
const slotRules = (winPercentage: number, jackpotPays = 200) => [
  { name: 'winPercentage', value: String(winPercentage) },
  { name: 'jackpotPays', value: String(jackpotPays) },
]
const acts = () =>
  server.db.owner.rows<{ act: string; operator: string; before: object; after: object }>(
    sql`select act, operator, before, after from operator.acts order by n`,
  )
const listed = async (game: number) => {
  const { body } = await player.send('gameList', {})
  return (body.Data as { Id: number }[]).find((row) => row.Id === game)
}

/** Publishes what is drafted, by two. */
async function publish(game: number, again?: string): Promise<void> {
  const proposed = await gita.post('publishGame', {
    draft: (await read(game)).draft!.draft,
    ...(again !== undefined && { again }),
    reason,
  })
  expect(proposed.Data?.proposal, proposed.Message).toMatch(/^[0-9a-f-]{36}$/)
  const approved = await hans.post('approveProposal', { ...proposed.Data, reason })
  expect(approved).toMatchObject({ Status: true })
}

test('what games returned is the sum of their rounds, counted once, with the largest and the players', async () => {
  const other = await server.player({ deposit: fkr(10_000) })
  // A dozen, and more where none of them returned something.
  for (let round = 0, top = 0; round < 12 || top === 0; round += 1)
    top = Math.max(top, (await playSlot(round % 3 ? player : other, 20)).Return_Amt)
  const open = await placeBet(player, 2)
  const sweep = figureSweep(server.db.worker)
  const truth = await one(
    server.db.owner.rows<{ rounds: number; staked: number; returned: number; top: number }>(sql`
      select count(*)::int as rounds, (sum(stake) / 100)::float8 as staked,
             (sum(payout) / 100)::float8 as returned, (max(payout) / 100)::float8 as top
      from ledger.rounds where status <> 'pending'`),
  )
  const rows = async (span: string) => {
    await sweep()
    return (await support.get(`listReturns?span=${span}`)).Data.returns
  }
  for (const span of ['all', 'month', 'day'])
    await expect
      .poll(() => rows(span))
      .toMatchObject([
        {
          game: 3,
          current: true,
          rounds: truth.rounds,
          players: 2,
          staked: truth.staked,
          returned: truth.returned,
          exact: 31 / 32,
          verdict: 'few',
          top: { payout: truth.top },
        },
      ])
  // The rounds behind a figure, in pages; the open one is of another game.
  const [row] = await rows('day')
  const address =
    `listGameRounds?game=3&rulesHash=${row?.rulesHash}&of=ended&span=day&since=${row?.since}` as const
  const { Data: first } = await support.get(`${address}&limit=5`)
  const { Data: rest } = await support.get(`${address}&limit=50&cursor=${first.next}`)
  expect([first.rounds.length, rest.rounds.length, rest.next]).toEqual([5, truth.rounds - 5, null])
  const all = [...first.rounds, ...rest.rounds]
  expect(new Set(all.map(({ transaction }) => transaction)).size).toBe(truth.rounds)
  const newestFirst = all.map(({ settledAt }) => settledAt ?? '').sort((a, b) => (a < b ? 1 : -1))
  expect(all.map(({ settledAt }) => settledAt)).toEqual(newestFirst)
  // The same while the newest of them aren't counted yet.
  const { rows: owner } = server.db.owner
  const [counted] = await owner<{ upto: string }>(sql`select upto::text from activity.counted`)
  const moveCount = sql`update activity.counted set upto = $1`
  await owner(moveCount, [all[3]?.settledAt])
  expect((await support.get(`${address}&limit=50`)).Data.rounds).toEqual(all)
  await owner(moveCount, [counted?.upto])
  const { Data: mines } = await support.get('listGameRounds?game=2')
  expect(mines.rounds).toMatchObject([
    { transaction: open, status: 'pending', settledAt: null, replay: null },
  ])
  // A figure leads to its rounds, and to the largest return, for the role games too.
  const replay = (transaction: string) => `${playersUrl}/rounds/${transaction}`
  expect(all.map((round) => round.replay)).toEqual(all.map((round) => replay(round.transaction)))
  const top = (await gita.get('listReturns?span=all')).Data.returns[0]?.top
  expect(top?.replay).toBe(replay(top?.transaction ?? ''))
  // A day of all games: stakes in the order of bets, returns in that of ends.
  const day = `span=day&since=${row?.since}&limit=50`
  const { Data: placed } = await support.get(`listGameRounds?of=placed&${day}`)
  expect(placed.rounds[0]).toMatchObject({ transaction: open, game: 2 })
  expect(placed.rounds).toHaveLength(truth.rounds + 1)
  const { Data: ended } = await support.get(`listGameRounds?of=ended&${day}`)
  expect(ended.rounds.map(({ transaction }) => transaction)).toEqual(
    all.map(({ transaction }) => transaction),
  )
  expect((await support.get('listGameRounds?of=open')).Data.rounds).toMatchObject([
    { transaction: open },
  ])
  const of = (since: string) => support.get(`listGameRounds?of=ended&span=day&since=${since}`)
  expect((await of('2026-01-01')).Data.rounds).toEqual([])
})

test('a draft says what it means, and a second person publishes it; open rounds keep their rules', async () => {
  const open = await placeBet(player, 3)
  const was = await read(3)
  expect(await draft(3, { rules: slotRules(90), maximum: 400 })).toMatchObject({ Status: true })
  const { draft: drafted } = await read(3)
  expect(drafted).toMatchObject({
    madeBy: 'Gita',
    outdated: false,
    whatIf: {
      best: { fraction: '2387/2560', percent: '93.24' },
      beyond: false,
      // 400 at 2 times the stake.
      round: 400,
      cap: null,
    },
  })
  expect(drafted?.changes).toContainEqual({
    what: 'Kind rounds in 100',
    before: '100',
    after: '90',
  })
  // Today's load is 12 rounds of 20.
  const { day } = drafted!.whatIf
  expect(day.mean).toBeCloseTo(-day.rounds * 20 * (1 - 2387 / 2560), 1)
  expect(day.worst).toBeGreaterThan(day.mean)
  expect((await read(3)).whatIf).toEqual(was.whatIf)

  expect((await acts()).at(-1)).toMatchObject({
    act: 'draftGame',
    before: { winPercentage: 100, maximum: 50_000 },
    after: { winPercentage: 90, maximum: 40_000 },
  })
  const proposed = await gita.post('publishGame', { draft: drafted!.draft, reason })
  expect(await gita.post('approveProposal', { ...proposed.Data, reason })).toMatchObject({
    status: 403,
  })
  const { proposals } = (await hans.get('listProposals')).Data
  expect(proposals[0]?.about).toBe('Fruit Slot (3)')
  expect(proposals[0]?.changes).toContainEqual({
    what: 'Largest stake',
    before: '500 fkr',
    after: '400 fkr',
  })
  expect(await listed(3)).toMatchObject({ WinPercentage: 100 })
  await hans.post('approveProposal', { ...proposed.Data, reason })
  expect(await listed(3)).toMatchObject({ WinPercentage: 90 })
  expect((await acts()).at(-1)).toMatchObject({
    act: 'publishGame',
    operator: 'Gita, approved by Hans',
    before: { winPercentage: 100 },
    after: { winPercentage: 90, maximum: 40_000 },
  })
  expect(
    await server.db.owner.rows(
      sql`select kind from log.waiting where document ->> 'winPercentage' = '90'`,
    ),
  ).toHaveLength(1)

  // A bet by the rules of before is refused with the new ones; the open round goes on by its own.
  const stale = await player.post('addTransaction', {
    User_Id: player.id,
    Amount: -10,
    StatusMsg: 'amtplaced',
    Game_Id: 3,
    Rules_Hash: was.whatIf.rulesHash,
  })
  expect(stale.body).toMatchObject({ Status: true, Transaction_Id: open })
  const end = await player.post('playRound', {
    User_Id: player.id,
    Transaction_Id: open,
    Move: { spin: true },
  })
  expect(end.body).toMatchObject({ Status: true })
  const next = await playSlot(player)
  const rulesOf = async (id: string) =>
    (await player.send(`roundProof?Transaction_Id=${id}`, {})).body.Data
  expect(await rulesOf(open)).toMatchObject({ rules: { winPercentage: 100 } })
  expect(await rulesOf(next.Transaction_Id)).toMatchObject({ rules: { winPercentage: 90 } })

  // The screen shows both, and by which of them new rounds are dealt.
  const sweep = figureSweep(server.db.worker)
  const both = async () => {
    await sweep()
    const { returns } = (await gita.get('listReturns?span=all&game=3')).Data
    return new Map(returns.map(({ rulesHash, current }) => [rulesHash, current]))
  }
  await expect.poll(both).toEqual(
    new Map([
      [was.whatIf.rulesHash, false],
      [(await read(3)).whatIf.rulesHash, true],
    ]),
  )
})

test('DESK-20 what is published is what was proposed, on the game that its author saw', async () => {
  await draft(3, { rules: slotRules(80) })
  const first = await gita.post('publishGame', { draft: (await read(3)).draft!.draft, reason })
  const waiting = async () => (await hans.get('listProposals')).Data.proposals.length
  expect(await waiting()).toBe(1)
  await draft(3, { rules: slotRules(20) })
  expect(await waiting()).toBe(0)
  expect(await hans.post('approveProposal', { ...first.Data, reason })).toMatchObject({
    Status: false,
    Message: 'There is no such draft any more: load the page again.',
  })
  const second = await gita.post('publishGame', {
    draft: (await read(3)).draft!.draft,
    again: (await read(3)).draft!.whatIf.best.percent,
    reason,
  })
  expect(await waiting()).toBe(1)
  await server.db.owner.rows(sql`update ledger.games set maximum = maximum + 100 where game = 3`)
  expect(await waiting()).toBe(0)
  expect((await read(3)).draft!.outdated).toBe(true)
  expect(await hans.post('approveProposal', { ...second.Data, reason })).toMatchObject({
    Status: false,
    Message: 'The game has changed since this draft was made: draft it again.',
  })
  expect(await listed(3)).toMatchObject({ WinPercentage: 90 })
  const { draft: last } = (await read(3)).draft!
  expect(await gita.post('dropDraft', { draft: last, reason })).toMatchObject({ Status: true })
  expect((await read(3)).draft).toBeNull()
})

test('DESK-22 no draft replaces, and no one drops, one that its author has not seen', async () => {
  const { terms, seen } = await read(3)
  const keep = (by: OperatorBrowser, replaces: string | null, winPercentage: number) => {
    const rules = slotRules(winPercentage)
    return by.post('draftGame', { game: 3, ...terms, replaces, seen, rules, reason })
  }
  expect(await keep(hans, null, 80)).toMatchObject({ Status: true })
  const { draft: first } = (await read(3)).draft!
  const changed = {
    Message: 'The draft has changed since you looked: look at it first, then draft it again.',
  }
  expect(await keep(gita, null, 70)).toMatchObject(changed)
  expect((await read(3)).draft).toMatchObject({ draft: first, madeBy: 'Hans' })
  expect(await keep(gita, first, 70)).toMatchObject({ Status: true })
  const { draft: second, madeBy } = (await read(3)).draft!
  expect(madeBy).toBe('Gita')
  expect(await keep(hans, first, 60)).toMatchObject(changed)
  expect(await hans.post('dropDraft', { draft: first, reason })).toMatchObject({
    Message: 'There is no such draft any more: load the page again.',
  })
  expect((await read(3)).draft?.draft).toBe(second)
  await gita.post('dropDraft', { draft: second, reason })
  expect(await keep(hans, second, 60)).toMatchObject(changed)
})

test('DESK-81 no draft takes back what was published while its form was open', async () => {
  const { terms, seen } = await read(3)
  const form = { game: 3, ...terms, replaces: null, seen, minRoundMs: 7_000, reason }
  expect(await draft(3, { maximum: terms.maximum + 100 })).toMatchObject({ Status: true })
  await publish(3)
  expect(await hans.post('draftGame', form)).toMatchObject({
    Message: 'These settings have changed since you looked: look again, then draft it anew.',
  })
  const now = await read(3)
  expect(now).toMatchObject({ draft: null, terms: { maximum: terms.maximum + 100 } })
  const anew = { ...form, ...now.terms, seen: now.seen, minRoundMs: 7_000 }
  expect(await hans.post('draftGame', anew)).toMatchObject({ Status: true })
  await hans.post('dropDraft', { draft: (await read(3)).draft!.draft, reason })
})

test('a draft whose answer was lost is kept once, also in place of another', async () => {
  const { terms, seen } = await read(3)
  const keep = async (replaces: string | null, winPercentage: number) => {
    const rules = slotRules(winPercentage)
    const draft = { game: 3, ...terms, replaces, seen, rules, reason }
    const { Message } = await hans.post('draftGame', draft)
    return [Message, (await read(3)).draft!.draft] as const
  }
  const [, first] = await keep(null, 80)
  expect(await keep(null, 80)).toEqual(['Done', first])
  const [, second] = await keep(first, 70)
  expect(second).not.toBe(first)
  expect(await keep(first, 70)).toEqual(['Done', second])
  // The game is another by now, so the same settings would change something else.
  await server.db.owner.rows(sql`update ledger.games set maximum = maximum + 100 where game = 3`)
  expect((await keep(first, 70))[0]).toBe(
    'The draft has changed since you looked: look at it first, then draft it again.',
  )
  await hans.post('dropDraft', { draft: second, reason })
})

test('DESK-21 rules that pay the stake or more are no draft, but where a cap bounds a day', async () => {
  expect(await draft(3, { rules: slotRules(100, 300) })).toMatchObject({
    Status: false,
    Message: 'Best play returns the stake or more.',
  })
  for (const [changes, why] of [
    [
      { rules: [{ name: 'winPercentage', value: '101' }] },
      'A field has a value that this game can’t have, or its fields don’t fit together.',
    ],
    [{ rules: [{ name: 'cells', value: '{' }] }, 'A field of the rules can’t be read.'],
    [{ maximum: 1 }, 'The maximum is below the minimum.'],
    [{}, 'These are the settings that are offered now.'],
  ] as const)
    expect(await draft(2, changes)).toMatchObject({ Status: false, Message: why })

  expect(
    await draft(4, { rules: [{ name: 'winPercentage', value: '20' }], maximum: 10 }),
  ).toMatchObject({ Status: true })
  const { draft: drafted } = await read(4)
  expect(drafted?.whatIf).toMatchObject({ beyond: true, cap: 500, round: 10 })
  const { percent } = drafted!.whatIf.best
  const once = await gita.post('publishGame', { draft: drafted!.draft, reason })
  expect(once.Message).toBe(
    `A return of ${percent} % is beyond the floor or the ceiling: say ${percent} once more.`,
  )
  await publish(4, percent)
  expect(await listed(4)).toMatchObject({ WinPercentage: 20 })
})

test('the loss budget is changed by two admins', async () => {
  const [asha, ben] = [await desk.operator('admin'), await desk.operator('admin')]
  expect((await gita.post('changeLossBudget', { amount: 750, reason })).status).toBe(403)
  const { Data } = await asha.post('changeLossBudget', { amount: 750, reason })
  const cap = async () => (await read(4)).whatIf.cap
  expect(await cap()).toBe(500)
  await ben.post('approveProposal', { ...Data, reason })
  expect(await cap()).toBe(750)
  expect((await acts()).at(-1)).toMatchObject({
    act: 'changeLossBudget',
    before: { daily_loss: 50_000 },
    after: { daily_loss: 75_000, today: 75_000 },
  })
  // A second person reads no change where there is none.
  expect(await ben.post('changeLossBudget', { amount: 750, reason })).toMatchObject({
    Status: false,
    Message: 'It is so already.',
  })
})

test('a retired game takes no bets and comes back; both take two people', async () => {
  const open = await placeBet(player, 1)
  const retire = async (retired: boolean) => {
    const { Data } = await gita.post(retired ? 'retireGame' : 'putGameBack', { game: 1, reason })
    await hans.post('approveProposal', { ...Data, reason })
  }
  await retire(true)
  expect(await listed(1)).toMatchObject({ IsDeleted: true })
  const draw = async (choice: string) => {
    const Move = { choice }
    const about = { User_Id: player.id, Transaction_Id: open }
    return (await player.post('playRound', { ...about, Move })).body.Status
  }
  // Few boards show only odd numbers.
  expect([await draw('even'), await draw('odd')]).toContain(true)
  await expect(placeBet(player, 1)).rejects.toThrow('no bet')
  await retire(false)
  expect(await placeBet(player, 1)).toMatch(/^[\w-]{27}$/)
})

test('a player is counted once in a month that is counted anew long after', async () => {
  const old = await server.player({ deposit: fkr(100) })
  const day = '2025-03-03'
  for (const hour of ['10', '12']) {
    const { Transaction_Id } = await playSlot(old)
    await replaceInTime(server.db.owner, Transaction_Id, `${day} ${hour}:30Z`)
    await countReturns(server.db.worker, `${day} ${hour}:00Z`, `${day} ${hour}:59Z`)
  }
  for (const span of ['month', 'day'] as const) {
    const { returns } = (await support.get(`listReturns?span=${span}&limit=100`)).Data
    expect(returns.find(({ since }) => since?.startsWith('2025-03'))).toMatchObject({
      rounds: 2,
      players: 1,
    })
  }
})

test('what games returned comes page by page, each row once', async () => {
  for (const span of ['day', 'all'] as const) {
    const { returns } = (await support.get(`listReturns?span=${span}&limit=100`)).Data
    let page = (await support.get(`listReturns?span=${span}&limit=1`)).Data
    const paged = [...page.returns]
    while (page.next !== null) {
      page = (await support.get(`listReturns?span=${span}&limit=1&cursor=${page.next}`)).Data
      paged.push(...page.returns)
    }
    expect(paged.length).toBeGreaterThan(1)
    expect(paged).toEqual(returns)
  }
  const hash = '0'.repeat(64)
  for (const place of ['x', `2026-02-30|3|${hash}`, `2026-03-03|40000|${hash}`, '2026-03-03|3|x'])
    expect(
      (await support.get(`listReturns?cursor=${Buffer.from(place).toString('base64url')}`)).status,
    ).toBe(400)
})
