import { fkr } from '@pipkin/money'
import { beforeEach, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { leaveForAWeek } from '../../test/players/leave-for-a-week.ts'
import { makePlayer, setCatalogue } from '../../test/players/player.ts'
import { betDeps } from '../../test/rounds/bet-deps.ts'
import { seeds } from '../../test/seeds.ts'
import { one, sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { finishLeftRounds } from './finish-left-rounds.ts'
import { placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  return () => db.close()
})

/** The id of a round that a player of its own has left for more than seven days. */
async function leftRound(): Promise<string> {
  const player = await makePlayer(db, { deposit: fkr(100) })
  const deps = betDeps(db.database)
  const result = await placeBet(deps, { player, gameId: 1, stake: fkr(10) }, null)
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  await leaveForAWeek(db.owner, player)
  const { id } = await one(
    db.owner.rows<{ id: string }>(
      sql`select round_id as id from ledger.rounds where player_id = $1`,
      [player],
    ),
  )
  return id
}

/** A cluster's tables of players take no trigger. */
const isCluster = inject('postgres').nodes !== undefined

/** Makes the database raise this code for all rounds that exist now. */
async function refuseToSettle(code: string): Promise<void> {
  await db.owner.rows(sql`create table public.refused as select round_id from ledger.rounds`)
  await db.owner.rows(sql`grant select on public.refused to public`)
  await db.owner.rows({
    name: `refuse with ${code}`,
    text: `
      create function public.refuse() returns trigger language plpgsql as $$
      begin
        if exists (select from public.refused where round_id = new.round_id) then
          raise 'not this one' using errcode = '${code}';
        end if;
        return new;
      end
      $$`,
  })
  await db.owner.rows(
    sql`
      create trigger refuse before update on ledger.rounds
      for each row execute function public.refuse()`,
  )
}

/** Sweeps once. Answers how many were finished, and the reported errors. */
async function sweep() {
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  return {
    finished: await finishLeftRounds({ database: db.worker, surroundings: system, seeds, onError }),
    errors,
  }
}

test('a round that can’t be replayed is reported, and the ones behind it are finished', async () => {
  const broken = await leftRound()
  await db.owner.rows(sql`update ledger.rounds set moves = '[{"choice": "neither"}]'`)
  await leftRound()
  const { finished, errors } = await sweep()
  expect(finished).toBe(1)
  expect(errors).toEqual([new Error(`round ${broken} can't be finished`)])
  expect(errors[0]?.cause).toEqual(
    new Error(`round ${broken}: a stored move is refused: not a move of this game`),
  )
  expect(await sweep()).toMatchObject({ finished: 0, errors: [{}] })
})

test.skipIf(isCluster)(
  'a round that the ledger won’t settle is reported, and the ones behind it are finished',
  async () => {
    const broken = await leftRound()
    await refuseToSettle('P0004')
    await leftRound()
    const { finished, errors } = await sweep()
    expect(finished).toBe(1)
    expect(errors.map(({ message }) => message)).toEqual([`round ${broken} can't be finished`])
  },
)

test('rounds behind more broken ones than fit into a look are reached, and each is tried once', async () => {
  await leftRound()
  // Without the movement of their stake. All of one moment, so that a look ends among them.
  await db.owner.rows(sql`
    insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
      stake, placed_at, moved_at)
    select 1, gen_random_uuid(), n, 0, n, 'seed', rules_hash, stake,
           placed_at - interval '1 day', moved_at
    from ledger.rounds, generate_series(1, 250) n`)
  const { finished, errors } = await sweep()
  expect(finished).toBe(1)
  expect(errors).toHaveLength(250)
  expect(new Set(errors.map(({ message }) => message)).size).toBe(250)
})

test.skipIf(isCluster)(
  'a database that has too much to do ends the sweep at the first round',
  async () => {
    await leftRound()
    await leftRound()
    await refuseToSettle('53300')
    await expect(sweep()).rejects.toMatchObject({ code: '53300' })
  },
)

test('after a restore it finishes at once what was open, and a process that knew the round can’t move it', async () => {
  const deps = betDeps(db.database)
  const [swept, moved, full] = [
    await makePlayer(db, { deposit: fkr(100) }),
    await makePlayer(db, { deposit: fkr(100) }),
    await makePlayer(db, { deposit: fkr(100) }),
  ]
  const betOn = async (player: typeof swept) => {
    const result = await placeBet(deps, { player, gameId: 2, stake: fkr(10) }, null)
    if (!result.ok) throw new Error(`refused: ${result.code}`)
    return result.answer.transactionId
  }
  await betOn(swept)
  const transactionId = await betOn(moved)
  // The last of an epoch: the player's epoch is the next by now.
  await db.owner.rows(sql`update ledger.wallets set nonce = 999 where player_id = $1`, [full])
  await betOn(full)
  await db.operator.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`)

  const played = await playMove(deps, { player: moved, transactionId, move: { reveal: 24 } }, null)
  if (!played.ok) throw new Error(`refused: ${played.code}`)
  expect(played.answer.round.moves[0]).toEqual({ reveal: 0 })
  expect(played.answer.round.status).not.toBe('Pending')
  const onError = (error: Error) => expect.unreachable(error.message)
  expect(
    await finishLeftRounds({ database: db.worker, surroundings: system, seeds, onError }),
  ).toBe(2)
  const rows = await db.owner.rows<{ status: string; finished_in: bigint }>(
    sql`select status, finished_in from ledger.rounds`,
  )
  expect(rows.every(({ status, finished_in }) => status !== 'pending' && finished_in > 1n)).toBe(
    true,
  )
  // Rounds from then on are the player's again.
  await betOn(swept)
  expect(
    await finishLeftRounds({ database: db.worker, surroundings: system, seeds, onError }),
  ).toBe(0)
})
