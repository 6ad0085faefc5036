import { randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { makePlayer, setCatalogue } from '../../test/players/player.ts'
import { comparable, writtenBy } from '../../test/rounds/bet-scenes.ts'
import { betCall, type MovesCall, movesCall } from '../../test/rounds/round-calls.ts'
import { seeds } from '../../test/seeds.ts'
import { columnsOf } from '../platform/database/batch.ts'
import { one, sql } from '../platform/database/database.ts'
import { roundLedger, storeMovesFunction } from './round-ledger.ts'

/** Moves at once do what each does alone: `store_moves_of_rounds` beside `store_moves`. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

/** A player's round and a call that stores moves. */
interface Scene {
  readonly round: 'open' | 'moved' | 'ended' | "another player's"
  readonly epoch: 'current' | 'ended' | 'voided'
  readonly after: number
  readonly status: 'loss' | 'win' | 'tie' | null
  readonly voided: boolean
  readonly key: 'none' | 'new' | 'used' | 'used otherwise'
  readonly idleMinutes: number | null
}
const ordinary: Scene = {
  round: 'open',
  epoch: 'current',
  after: 0,
  status: null,
  voided: false,
  key: 'none',
  idleMinutes: null,
}
const others: { readonly [K in keyof Scene]: readonly Scene[K][] } = {
  round: ['moved', 'ended', "another player's"],
  epoch: ['ended', 'voided'],
  after: [1],
  status: ['loss', 'win', 'tie'],
  voided: [true],
  key: ['new', 'used', 'used otherwise'],
  idleMinutes: [30],
}
const changes = Object.entries(others).flatMap(([name, values]) =>
  values.map((value): Partial<Scene> => ({ [name]: value })),
)
const pairs: readonly Partial<Scene>[] = [
  { round: 'moved', after: 1 },
  { round: 'moved', after: 1, key: 'new' },
  { epoch: 'voided', voided: true },
  { epoch: 'ended', key: 'new' },
]
const several = fc
  .array(fc.constantFrom(...changes), { maxLength: 3 })
  .map((some): Partial<Scene> => Object.assign({}, ...some))

const inputHash = Buffer.alloc(32, 7)
/** Each player has one of it, so that what is written is the same. */
const settlement = randomUUID()
const moved = sql`
  update ledger.rounds set moves = '[{"reveal": 1}]' where player_id = $1 and round_id = $2`
const ended = sql`
  select ledger.store_moves($1, $2, 0, '[{"cashOut": true}]', 'loss', 0, null, null, null)`
const nextEpoch = sql`select ledger.rotate_seed($1)`
const voided = sql`
  update ledger.epochs set voided_in = generation + 1, voided_from = 0
  where player_id = $1 and epoch = 0`
const answered = sql`
  insert into ledger.requests (player_id, key, input_hash, answer)
  values ($1, 'key', $2, '{"moves": 1}')`

/** The parameters of `ledger.store_moves`, for a player of its own in that state. */
async function prepare(scene: Scene): Promise<MovesCall> {
  const { rows } = db.owner
  const open = async () => {
    const player = await makePlayer(db, { deposit: fkr(50) })
    const round = randomUUID()
    await roundLedger(db.database, seeds).placeBet(betCall(player, { round, game: 2 }))
    return { player, round }
  }
  const { player, round } = await open()
  if (scene.round === 'moved') await rows(moved, [player, round])
  if (scene.round === 'ended') await rows(ended, [player, round])
  if (scene.epoch !== 'current') await rows(nextEpoch, [player])
  if (scene.epoch === 'voided') await rows(voided, [player])
  if (scene.key === 'used') await rows(answered, [player, inputHash])
  if (scene.key === 'used otherwise') await rows(answered, [player, Buffer.alloc(32, 8)])
  const named = scene.round === "another player's" ? (await open()).round : round
  const payout = { loss: 0n, win: fkr(15), tie: fkr(10) }
  return {
    player,
    round: named,
    after: scene.after,
    moves: '[{"reveal": 2}]',
    status: scene.status,
    payout: scene.status && payout[scene.status],
    settlement: scene.status === null || scene.status === 'loss' ? null : settlement,
    key: scene.key === 'none' ? null : 'key',
    inputHash: scene.key === 'none' ? null : inputHash,
    voided: scene.voided,
    idleMinutes: scene.idleMinutes,
  }
}

const columns = (calls: readonly MovesCall[]) =>
  columnsOf(calls, Object.keys(storeMovesFunction.parameters))

const parameters = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11'
const atOnce = sql([
  `select answer from ledger.store_moves_of_rounds(${parameters}) order by place`,
])
const plainOnly = sql([`select answer from ledger.store_plain_moves(${parameters}) order by place`])
const moveCount = sql`
  select coalesce(sum(jsonb_array_length(moves)), 0)::integer as moves
  from ledger.rounds where player_id = $1`

test('moves at once are stored, answered and written as each alone', async () => {
  const made = [{}, ...changes, ...pairs, ...fc.sample(several, { numRuns: 100, seed: 19 })]
  const scenes = await Promise.all(
    made.map(async (change) => {
      const scene = { ...ordinary, ...change }
      const [together, single, plain] = [
        await prepare(scene),
        await prepare(scene),
        await prepare(scene),
      ]
      return { scene, together, single, plain }
    }),
  )
  const { since } = await one(
    db.owner.rows<{ since: Date }>(sql`select clock_timestamp() as since`),
  )
  type Row = { answer: object | null }
  const answers = await db.database.rows<Row>(
    atOnce,
    columns(scenes.map(({ together }) => together)),
  )
  const before = await Promise.all(
    scenes.map(({ plain }) => db.owner.rows(moveCount, [plain.player])),
  )
  const plainAnswers = await db.owner.rows<Row>(
    plainOnly,
    columns(scenes.map(({ plain }) => plain)),
  )
  const ledger = roundLedger(db.database, seeds)
  const wrote = (call: MovesCall) => writtenBy(db, call, since)
  let stored = 0
  for (const [index, { scene, together, single, plain }] of scenes.entries()) {
    const answer = await ledger.storeMoves(single)
    const expected = { scene, answer: comparable(answer), wrote: await wrote(single) }
    const of = async (given: unknown, call: MovesCall) => ({
      scene,
      answer: comparable(given),
      wrote: await wrote(call),
    })
    expect(await of(answers[index]?.answer, together)).toEqual(expected)
    const byPlain = plainAnswers[index]?.answer ?? null
    if (byPlain !== null) expect(await of(byPlain, plain)).toEqual(expected)
    else expect(await db.owner.rows(moveCount, [plain.player])).toEqual(before[index])
    const goesOn = answer !== null && 'stored' in answer && answer.settled_at === null
    const isPlain = goesOn && scene.epoch === 'current' && scene.idleMinutes === null
    expect({ scene, isPlain: byPlain !== null }).toEqual({ scene, isPlain })
    if (byPlain !== null) stored += 1
  }
  expect(stored).toBeGreaterThan(20)
})

test('moves of one player at once come one after the other', async () => {
  const call = await prepare(ordinary)
  const rows = await db.database.rows(atOnce, columns([call, call, { ...call, after: 1 }]))
  expect(rows).toMatchObject([
    { answer: { stored: true } },
    { answer: { conflict: true } },
    { answer: { stored: true } },
  ])
})

test.each(['win', 'tie'] as const)(
  'a %s of the largest stake that a game may have is settled',
  async (status) => {
    const most = fkr(1_000_000_000)
    await db.owner.rows(sql`update ledger.games set maximum = $1 where game = 2`, [most])
    const player = await makePlayer(db, { deposit: most })
    await db.owner.rows(
      sql`update ledger.wallets set own = $2::bigint,
          received = array[row(now() + interval '1 day', $2::bigint)::ledger.received_part]
        where player_id = $1`,
      [player, most],
    )
    const round = randomUUID()
    const ledger = roundLedger(db.database, seeds)
    await ledger.placeBet(betCall(player, { round, game: 2, stake: most }))
    const payout = status === 'tie' ? most : most * 90n
    const end = { moves: '[{"cashOut": true}]', status, payout, settlement: randomUUID() }
    await ledger.storeMoves(movesCall(player, round, end))
    const { money } = await one(
      db.owner.rows<{ money: bigint }>(
        sql`select deposit + win as money from ledger.wallets where player_id = $1`,
        [player],
      ),
    )
    expect(money).toBe(payout)
  },
)
