import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { canonicalJson, epochCommitment, toHex } from '@pipkin/games'
import {
  consistencyRanges,
  entryKinds,
  entryOf,
  isConsistent,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  verifyLogProof,
} from '@pipkin/log'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { earlier } from '../../test/database/earlier.ts'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { setCatalogue } from '../../test/players/player.ts'
import {
  appendAll,
  catchUp,
  countEntries,
  logName,
  playersOf,
  publisher,
} from '../../test/rounds/log-scene.ts'
import { mixedSeeds, seeds } from '../../test/seeds.ts'
import {
  type Database,
  one,
  type Queryable,
  type Statement,
  sql,
} from '../platform/database/database.ts'
import { StaleDatabase } from '../platform/database/stale-database.ts'
import { ed25519Key } from '../platform/process/ed25519-key.ts'
import { findRound } from '../rounds/find-round.ts'
import { readProof } from '../rounds/proofs/read-proof.ts'
import { createSigner, signVoid } from '../rounds/receipts.ts'
import { dealBet } from '../rounds/signed-bet.ts'
import { sequencer } from './append-entries.ts'
import { entryHandOver } from './hand-over.ts'
import { logKeeper } from './keep-log.ts'
import { logKeyOf } from './log-key.ts'
import { type PublishDeps, readCheckpoint } from './publish-checkpoint.ts'
import { readReceiptProof } from './read-receipt-proof.ts'
import { readSigned, refuseShorterLog } from './refuse-shorter-log.ts'
import { hashesOf, rootAt } from './tiles.ts'

let db: TestDatabase

beforeEach(async () => {
  db = await freshDatabase()
  onTestFinished(() => db.close())
  await setCatalogue(db)
})

/** How many receipts have their entry, and how many there are. */
const receipts = sql`
  select (select count(*)::int from log.receipts) as logged,
         (select count(*)::int + (count(*) filter (where settled_at is not null))::int
          from ledger.rounds) as signed`
const countReceipts = () => one(db.owner.rows<{ logged: number; signed: number }>(receipts))

async function expectWhole() {
  const { count, last, size, different } = await countEntries(db)
  expect([last + 1, size, different]).toEqual([count, count, count])
  const { logged, signed } = await countReceipts()
  expect(logged).toBe(signed)
}

async function proofOf(transactionId: string, receipt: 'bet' | 'end'): Promise<string> {
  const proof = await readReceiptProof(db.database, { transactionId, receipt })
  if (!proof.ok) throw new Error(proof.code)
  let text = ''
  for await (const piece of proof.answer.content) text += piece
  return text
}

test('each receipt of real rounds has one entry, and its proof leads to the signed checkpoint', async () => {
  const deps = publisher(db)
  const { signer, newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  for (let round = 0; round < 12; round += 1) {
    const id = await bet(player, 3)
    await spin(player, id)
  }
  const left = await bet(player, 2)
  await catchUp(db, deps)
  await expectWhole()

  const trust = { logs: [logKeyOf(deps.key, 1)], witnesses: [] }
  const ids = await db.owner.rows<{ id: string }>(sql`
    select encode(int4send(player_id) || uuid_send(round_id), 'base64') as id
    from ledger.rounds where settled_at is not null`)
  for (const { id } of ids) {
    const transactionId = Buffer.from(id, 'base64').toString('base64url')
    const proof = await readProof({ database: db.database, signer, seeds }, transactionId)
    if (!proof.ok) throw new Error(proof.code)
    for (const { facts } of proof.answer.receipts) {
      const kind = facts.receipt === 'bet' ? 'bet' : 'end'
      const entry = entryOf(entryKinds[kind], canonicalJson(facts))
      expect(verifyLogProof(await proofOf(transactionId, kind), entry, trust)).toMatchObject({
        ok: true,
      })
    }
  }
  // A receipt that isn't in the log has no proof.
  expect(
    await readReceiptProof(db.database, { transactionId: left, receipt: 'end' }),
  ).toMatchObject({
    ok: false,
    code: 'notFound',
  })
  expect(await proofOf(left, 'bet')).toContain(logName)
})

test('epochs, rulebooks, acts, audits and voids have their entries, and no entry names a player', async () => {
  const { newPlayer } = playersOf(db)
  const player = await newPlayer()
  await db.owner.rows(sql`select operator.record('Asha', 'a test', 'look', 'nobody')`)
  await db.owner.rows(sql`insert into operator.audits values (gen_random_uuid(), now(), 0, 0)`)
  await catchUp(db, publisher(db))
  const kinds = await db.owner.rows<{ kind: number; count: number }>(sql`
    select get_byte(entry, 0) as kind, count(*)::int as count from log.entries group by 1`)
  const counts = new Map(kinds.map(({ kind, count }) => [kind, count]))
  const { books } = await one(
    db.owner.rows<{ books: number }>(sql`select count(*)::int as books from ledger.rulebooks`),
  )
  expect(counts.get(entryKinds.epoch)).toBe(2)
  expect(counts.get(entryKinds.rulebook)).toBe(books)
  expect(counts.get(entryKinds.act)).toBe(1)
  expect(counts.get(entryKinds.audit)).toBe(1)
  const has = async (kind: number, document: object) =>
    (
      await db.owner.rows(sql`select from log.entries where entry = $1`, [
        entryOf(kind, canonicalJson(document)),
      ])
    ).length
  for (const [epoch, seed] of (await mixedSeeds(db, player)).entries())
    expect(
      await has(entryKinds.epoch, {
        version: 'fair-1',
        receipt: 'epoch',
        playerId: String(player),
        epoch,
        epochCommitment: toHex(epochCommitment(seed)),
      }),
    ).toBe(1)
  // An act has its place in the chain of acts.
  const act = await one(
    db.owner.rows<object>(sql`
      select act_id, n::int, log.time_text(at) as at, operator, login::text, act, about, reason,
             before, after, operator_id, approved_by, approval,
             encode(hash, 'hex') as hash
      from operator.acts`),
  )
  expect(await has(entryKinds.act, act)).toBe(1)
  // The hash of a rulebook is the hash that every receipt names.
  const [missing] = await db.owner.rows(sql`
    select from ledger.rulebooks b where not exists (
      select from log.entries e where e.entry = '\\x04'::bytea || b.rules_hash)`)
  expect(missing).toBeUndefined()
  await expectWhole()
})

const betInside = sql`
  select ledger.place_bet($1, gen_random_uuid(), 3::smallint, 1000, 'seed', null, rules_hash, null,
    null, false) as placed
  from ledger.games where game = 3`

describe('entries that an API hands over', () => {
  /** Rounds of an API that hands over what it signs, `altered` first. */
  function handingOver(altered: (canonicalJson: string) => string = (text) => text) {
    const handOver = entryHandOver({ database: db.database, seeds }, (error) =>
      expect.unreachable(String(error)),
    )
    const signer = createSigner(randomBytes(32), {
      onSigned: (facts, text) => handOver.note(facts, altered(text)),
    })
    return { ...playersOf(db, signer), stop: handOver.stop }
  }
  const handed = sql`select count(*)::int as count from log.handed`
  const entryOfBet = async (id: string) => {
    const stored = (await findRound({ database: db.database, seeds }, 'anyone', id))!
    return entryOf(entryKinds.bet, canonicalJson(dealBet(stored).facts))
  }
  const isLogged = async (entry: Uint8Array) =>
    (await db.owner.rows(sql`select from log.entries where entry = $1`, [entry])).length === 1

  test('are those of the rounds, and are taken', async () => {
    const { newPlayer, bet, spin, stop } = handingOver()
    const ids: string[] = []
    for (const player of [await newPlayer(), await newPlayer()])
      for (let round = 0; round < 3; round += 1) {
        const id = await bet(player)
        await spin(player, id)
        ids.push(id)
      }
    await stop()
    expect((await one(db.owner.rows<{ count: number }>(handed))).count).toBeGreaterThan(0)
    await catchUp(db, publisher(db))
    expect((await one(db.owner.rows<{ count: number }>(handed))).count).toBe(0)
    for (const id of ids) expect(await isLogged(await entryOfBet(id))).toBe(true)
    await expectWhole()
  })

  test('spare the worker the round, at their own time alone', async () => {
    const { newPlayer, bet, stop } = handingOver((text) => `${text} `)
    const [one, other] = [await newPlayer(), await newPlayer()]
    const [first, second] = [await bet(one), await bet(other)]
    await stop()
    // A restore has put another round in the place of the second.
    await db.owner.rows(
      sql([
        `with moved as (
           update ledger.rounds set ${earlier(`interval '5 milliseconds'`, 'placed_at')}
           where player_id = $1
         )
         update ledger.movements set ${earlier(`interval '5 milliseconds'`, 'at')}
         where player_id = $1 and kind = 'stake'`,
      ]),
      [other],
    )
    await catchUp(db, publisher(db))
    expect(await isLogged(await entryOfBet(first))).toBe(false)
    expect(await isLogged(await entryOfBet(second))).toBe(true)
  })

  test('are no more than a worker takes', async () => {
    const { newPlayer, bet, stop } = handingOver()
    await db.owner.rows(
      sql`insert into log.handed (entries, mac)
          select '', decode(repeat('00', 32), 'hex') from generate_series(1, 999)`,
    )
    const id = await bet(await newPlayer())
    await stop()
    const late = handingOver()
    await late.bet(await late.newPlayer())
    await late.stop()
    expect((await one(db.owner.rows<{ count: number }>(handed))).count).toBe(1_000)
    // A step takes only what it has room for.
    await sequencer({ database: db.worker, seeds })()
    expect((await one(db.owner.rows<{ count: number }>(handed))).count).toBe(950)
    await catchUp(db, publisher(db))
    expect(await isLogged(await entryOfBet(id))).toBe(true)
    await expectWhole()
  })
})

test('a writer that holds its transaction open is never skipped: what came later waits with it', async () => {
  const { newPlayer, bet, spin } = playersOf(db)
  const [slow, quick] = [await newPlayer(), await newPlayer()]
  const append = sequencer({ database: db.worker, seeds })
  await append()
  await db.owner.transaction(async (inside) => {
    await inside.rows(betInside, [slow])
    for (let round = 0; round < 5; round += 1) {
      await spin(quick, await bet(quick))
      await append()
    }
    expect((await countReceipts()).logged).toBe(0)
    // What waits in the queue is no receipt, and goes on.
    await newPlayer()
    expect(await append()).toBeGreaterThan(0)
  })
  await appendAll(db, append)
  expect((await countReceipts()).logged).toBe(11)
  await expectWhole()
})

test('two workers append at the same moment: each entry once, and no gap', async () => {
  const { newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  const [append, other] = [
    sequencer({ database: db.worker, seeds }),
    sequencer({ database: db.owner, seeds }),
  ]
  for (let round = 0; round < 15; round += 1) {
    await Promise.all([append(), other(), bet(player).then((id) => spin(player, id))])
  }
  await appendAll(db, append)
  await expectWhole()
})

test('after the clock was put back, the time between is read again, and no entry is doubled', async () => {
  const { newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  await spin(player, await bet(player))
  const append = sequencer({ database: db.worker, seeds })
  await appendAll(db, append)
  await expectWhole()
  await db.owner.rows(sql`update log.state set upto = upto - interval '1 hour'`)
  await spin(player, await bet(player))
  await appendAll(db, append)
  await expectWhole()
  // The clock was ahead before: what is signed now has earlier times than what is done.
  await db.owner.rows(sql`
    update log.state
    set upto = upto + interval '1 hour', looked_at = looked_at + interval '1 hour'`)
  await spin(player, await bet(player))
  await appendAll(db, append)
  await expectWhole()
})

test('TLOG-12 no bet is skipped where the clock is set back by seconds between two looks', async () => {
  const { newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  const ahead = (text: unknown) => new Date(Date.parse(String(text)) + 3_000).toISOString()
  let isAhead = true
  /** Hears that it is three seconds later, while the clock is ahead. */
  const early = (inside: Queryable): Queryable => ({
    async rows<T>(what: Statement, values?: readonly unknown[]) {
      const rows = await inside.rows<T & object>(what, values)
      return isAhead
        ? rows.map((row) =>
            'isFarAhead' in row ? { ...row, now: ahead(Reflect.get(row, 'now')) } : row,
          )
        : rows
    },
  })
  const { worker } = db
  const append = sequencer({
    database: { ...worker, transaction: (work) => worker.transaction((to) => work(early(to))) },
    seeds,
  })
  await spin(player, await bet(player))
  await appendAll(db, append)
  await db.owner.rows(sql`update log.state set looked_at = looked_at + interval '3 seconds'`)
  isAhead = false
  await spin(player, await bet(player))
  // Not until there is nothing more: what is skipped stays away.
  for (let call = 0; call < 5; call += 1) await append()
  await spin(player, await bet(player))
  await appendAll(db, append)
  await expectWhole()
})

test('a worker on a server whose clock is behind skips nothing from before its first look', async () => {
  const { newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  await spin(player, await bet(player))
  await appendAll(db, sequencer({ database: db.worker, seeds }))
  // A standby took over: its clock is half a minute behind the one that the log went by.
  await db.owner.rows(sql`update log.state set upto = upto + interval '30 seconds'`)
  await spin(player, await bet(player))
  await appendAll(db, sequencer({ database: db.worker, seeds }))
  await expectWhole()
})

test('a dense hour behind a quiet one comes in steps that a worker has room for', async () => {
  const { newPlayer, bet, spin } = playersOf(db)
  const player = await newPlayer()
  for (let round = 0; round < 5; round += 1) await spin(player, await bet(player))
  await db.owner.rows(sql`
    update log.state set began_at = began_at - interval '1 hour', upto = upto - interval '1 hour'`)
  const widths: number[] = []
  let tooWide = Number.POSITIVE_INFINITY
  const watched = (inside: Queryable): Queryable => ({
    async rows(what, values) {
      if (what.text.includes('with signed')) {
        const [since, until] = (values ?? []).map((time) => Date.parse(String(time)))
        const width = (until ?? 0) - (since ?? 0)
        widths.push(width)
        if (width >= tooWide) throw new Error('too much at once')
      }
      return inside.rows(what, values)
    },
  })
  const { worker } = db
  const append = sequencer({
    database: { ...worker, transaction: (work) => worker.transaction((to) => work(watched(to))) },
    seeds,
  })
  await appendAll(db, append)
  await expectWhole()
  expect(widths.length).toBeGreaterThan(60)
  expect(Math.max(...widths)).toBe(60_000)

  // A step that fails is followed by a shorter one. Other tests' database transactions on the same
  // server may hold the first turns back.
  const tryStep = async () => {
    widths.length = 0
    do await append()
    while (widths.length === 0)
  }
  await db.owner.rows(sql`update log.state set upto = upto - interval '1 hour'`)
  tooWide = 16_000
  await expect(tryStep()).rejects.toThrow('too much at once')
  tooWide = Number.POSITIVE_INFINITY
  await tryStep()
  expect(widths[0]).toBe(8_000)
})

describe('a sequencer that dies', () => {
  /** A database whose connection is cut off at the given statement. */
  const dyingAt = (database: Database, statement: number): Database => {
    let sent = 0
    const dying = (inside: Queryable): Queryable => ({
      async rows(what, values) {
        sent += 1
        if (sent === statement)
          await inside.rows(sql`select pg_terminate_backend(pg_backend_pid())`)
        return inside.rows(what, values)
      },
    })
    return { ...database, transaction: (work) => database.transaction((to) => work(dying(to))) }
  }

  test('at any statement loses nothing and doubles nothing', async () => {
    const { newPlayer, bet, spin } = playersOf(db)
    const player = await newPlayer()
    let deaths = 0
    for (let statement = 1; statement <= 18; statement += 1) {
      await spin(player, await bet(player))
      const append = sequencer({ database: dyingAt(db.worker, statement), seeds })
      try {
        // A step does little while another test's transaction is open.
        await appendAll(db, append)
        await append()
      } catch {
        deaths += 1
      }
      const { count, last } = await countEntries(db)
      expect(last + 1).toBe(count)
    }
    expect(deaths).toBeGreaterThan(10)
    await catchUp(db, publisher(db))
    await expectWhole()
  })

  test('between the commit and the checkpoint is followed by one that signs', async () => {
    const { newPlayer } = playersOf(db)
    const deps = publisher(db)
    await newPlayer()
    await catchUp(db, deps)
    const before = parseCheckpoint(parseNote((await readCheckpoint(db.database))!.note)!.text)!
    await newPlayer()
    const append = sequencer({ database: db.worker, seeds })
    await append()
    await expect(
      catchUp(db, {
        ...deps,
        cosign: () => Promise.reject(new Error('killed')),
      }),
    ).rejects.toThrow('killed')
    await catchUp(db, deps)
    const after = parseCheckpoint(parseNote((await readCheckpoint(db.database))!.note)!.text)!
    expect(after.size).toBe(before.size + 2)
    const proof = await hashesOf(db.worker, consistencyRanges(before.size, after.size))
    expect(isConsistent(before, after, proof)).toBe(true)
  })
})

test('what the log has can’t be changed or taken away, by the owner either', async () => {
  await playersOf(db).newPlayer()
  await catchUp(db, publisher(db))
  for (const change of [
    sql`update log.bundles set entries = set_byte(entries, 40, get_byte(entries, 40) # 1)`,
    sql`update log.bundles set entries = substr(entries, 1, 33), rounds = substr(rounds, 1, 20)`,
    sql`update log.bundles set rounds = set_byte(rounds, 1, get_byte(rounds, 1) # 1)`,
    sql`update log.bundles set number = number + 1`,
    sql`delete from log.bundles`,
    sql`truncate log.bundles`,
  ])
    await expect(db.owner.rows(change)).rejects.toThrow('never changed')
})

describe('a database that was restored', () => {
  const compareSigned = async ({ file, key }: PublishDeps) =>
    refuseShorterLog(db.worker, await readSigned(file), key)

  test('doesn’t sign a shorter log than the one that was signed, nor another one', async () => {
    const { newPlayer, bet } = playersOf(db)
    const deps = publisher(db)
    const player = await newPlayer()
    await catchUp(db, deps)
    await compareSigned(deps)

    // The file remembers what another copy of this database has signed.
    const copy = await freshDatabase()
    onTestFinished(() => copy.close())
    await setCatalogue(copy)
    await playersOf(copy).newPlayer()
    await rm(deps.file)
    await catchUp(copy, { ...deps, database: copy.worker })
    await expect(compareSigned(deps)).rejects.toThrow(StaleDatabase)
    await playersOf(copy).newPlayer()
    await catchUp(copy, { ...deps, database: copy.worker })
    await bet(player)
    await expect(compareSigned(deps)).rejects.toThrow('gone back in time')
  })

  test('is signed no more by a worker that it came under, longer or not', async () => {
    const deps = publisher(db)
    const other = await freshDatabase()
    onTestFinished(() => other.close())
    await setCatalogue(other)
    await playersOf(db).newPlayer()
    await catchUp(db, deps)
    const note = await readFile(deps.file, 'utf8')
    for (let more = 0; more < 3; more += 1) {
      await playersOf(other).newPlayer()
      const signing = catchUp(other, { ...deps, database: other.worker })
      await expect(signing).rejects.toThrow(StaleDatabase)
    }
    expect(await readCheckpoint(other.database)).toBe(null)
    expect(await readFile(deps.file, 'utf8')).toBe(note)
  })

  test('goes on under another name after its restore, from the entries of the backup', async () => {
    const { signer, newPlayer, bet } = playersOf(db)
    const deps = publisher(db)
    const player = await newPlayer()
    const open = await bet(player, 2)
    const before = await catchUp(db, deps)
    const root = await rootAt(db.worker, before)
    const old = parseVerifier((await readCheckpoint(db.database))!.verifier)!
    expect(old.name).toBe(logName)

    await db.owner.rows(sql`select operator.after_restore('Asha', 'a test')`)
    await compareSigned(deps)
    const after = await catchUp(db, deps)
    const published = (await readCheckpoint(db.database))!
    const renamed = parseVerifier(published.verifier)!
    expect(renamed.name).toMatch(/^pipkin\.example\/log\/\d{10}$/)
    expect(renamed.publicKey).toEqual(old.publicKey)
    expect(parseCheckpoint(parseNote(published.note)!.text)).toMatchObject({
      origin: renamed.name,
      size: after,
    })
    expect(await rootAt(db.worker, before)).toEqual(root)
    // The backup from before the restore, put back once more, is no other log: it is older.
    const copy = await freshDatabase()
    onTestFinished(() => copy.close())
    await setCatalogue(copy)
    for (let more = 0; more < 5; more += 1) await playersOf(copy).newPlayer()
    const again = catchUp(copy, { ...deps, database: copy.worker })
    await expect(again).rejects.toThrow(StaleDatabase)
    const another = { ...deps, database: copy.worker, key: { ...deps.key, name: `${logName}/2nd` } }
    expect(await catchUp(copy, another)).toBeGreaterThan(0)

    // The void of the epoch has the entry of the receipt that players are shown.
    const stored = (await findRound({ database: db.database, seeds }, 'anyone', open))!
    const voided = signVoid(stored, stored.voided!, signer)
    const [found] = await db.owner.rows(sql`select index from log.entries where entry = $1`, [
      entryOf(entryKinds.void, canonicalJson(voided.facts)),
    ])
    expect(found).toBeDefined()
    const { count } = await one(
      db.owner.rows<{ count: number }>(sql`
        select count(*)::int from log.entries where get_byte(entry, 0) = 5`),
    )
    expect(count).toBe(2)
  })
})

test('the worker’s job publishes what has committed, and ends the process on a stale database', async () => {
  const { key, file } = publisher(db)
  const stale: Error[] = []
  const keeperOf = (database: Database) =>
    logKeeper({
      seeds,
      database,
      elapsedMs: () => performance.now(),
      key,
      file,
      witnesses: [],
      mustEnd: (error) => stale.push(error),
      onError: (error) => stale.push(error),
    })
  await playersOf(db).newPlayer()
  await keeperOf(db.worker)()
  const { note } = (await readCheckpoint(db.database))!
  expect(parseCheckpoint(parseNote(note)!.text)?.size).toBe((await countEntries(db)).size)
  expect(stale).toEqual([])

  const other = await freshDatabase()
  onTestFinished(() => other.close())
  await keeperOf(other.worker)()
  expect(stale).toEqual([expect.any(StaleDatabase)])
  expect(await readCheckpoint(other.database)).toBe(null)
})

test('a log is signed with the key of its name alone, whether or not it has grown', async () => {
  const deps = publisher(db)
  await playersOf(db).newPlayer()
  await catchUp(db, deps)
  const published = await readCheckpoint(db.database)
  const other = ed25519Key(Buffer.alloc(32, 9))
  const ends: Error[] = []
  const keep = logKeeper({
    seeds,
    database: db.worker,
    elapsedMs: () => performance.now(),
    key: { name: logName, ...other },
    file: deps.file,
    witnesses: [],
    mustEnd: (error) => ends.push(error),
    onError: (error) => ends.push(error),
  })
  await keep()
  await playersOf(db).newPlayer()
  await keep()
  const sentence = expect.objectContaining({ message: expect.stringContaining('a new LOG_NAME') })
  expect(ends).toEqual([sentence, sentence])
  expect(await readCheckpoint(db.database)).toEqual(published)

  await catchUp(db, { ...deps, key: { name: 'pipkin.example/log-2', ...other } })
  const { verifier } = (await readCheckpoint(db.database))!
  expect(parseVerifier(verifier)!.name).toBe('pipkin.example/log-2')
})

test('TLOG-11 what a witness holds back counts as late, however much is appended', async () => {
  /** Up to when receipts are published, once all up to this moment have their entries. */
  const published = async () => {
    await db.owner.rows(sql`update log.state set upto = clock_timestamp()`)
    const times = sql`
      select log.published_upto()::text as at, log.published_upto() = upto as "isAll"
      from log.state`
    return one(db.owner.rows<{ at: string; isAll: boolean }>(times))
  }
  const { newPlayer } = playersOf(db)
  const deps = publisher(db)
  const held = { ...deps, cosign: () => Promise.reject(new Error('another history')) }
  await catchUp(db, deps)
  expect(await published()).toMatchObject({ isAll: true })
  await newPlayer()
  await expect(catchUp(db, held)).rejects.toThrow('another history')
  const since = await published()
  await newPlayer()
  await expect(catchUp(db, held)).rejects.toThrow('another history')
  expect(await published()).toEqual(since)
  expect(since.isAll).toBe(false)
  await catchUp(db, deps)
  expect(await published()).toMatchObject({ isAll: true })
})

test('nothing smaller is published after something larger', async () => {
  const { newPlayer } = playersOf(db)
  await newPlayer()
  const deps = publisher(db)
  // While one worker asks its witnesses, another publishes more.
  await catchUp(db, {
    ...deps,
    cosign: async (note) => {
      await newPlayer()
      await catchUp(db, deps)
      return note
    },
  })
  const checkpoint = parseCheckpoint(parseNote((await readCheckpoint(db.database))!.note)!.text)!
  expect(checkpoint.size).toBe((await countEntries(db)).size)
})
