import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import {
  cosignedAt,
  entryKinds,
  entryOf,
  judgeCosignature,
  type Note,
  type NoteKey,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  verifyLogProof,
} from '@pipkin/log'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { witnessServer } from '../../../witness/src/serve-witness.ts'
import { openWitnessStore } from '../../../witness/src/witness-store.ts'
import { sequencer } from '../../src/log/append-entries.ts'
import { LogTakenBack, witnessAsker } from '../../src/log/ask-witnesses.ts'
import { logKeyOf } from '../../src/log/log-key.ts'
import { publishCheckpoint, readCheckpoint } from '../../src/log/publish-checkpoint.ts'
import { readReceiptProof } from '../../src/log/read-receipt-proof.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { ed25519Key } from '../../src/platform/process/ed25519-key.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { setCatalogue } from '../players/player.ts'
import { catchUp, folderForTest, playersOf, publisher } from '../rounds/log-scene.ts'
import { seeds } from '../seeds.ts'

/** The witness program's server over real HTTP, with a folder of its own. */
async function startWitness(folder = folderForTest(), now = () => new Date()) {
  const store = await openWitnessStore(folder)
  const key: NoteKey = { name: 'witness.example', type: 'cosignature', ...ed25519Key(store.secret) }
  const refused: string[] = []
  const server: Server = witnessServer({
    store,
    key,
    now,
    onRefused: (line) => refused.push(line),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return { store, key, refused, url: `http://127.0.0.1:${port}`, server }
}

async function houseDatabase(): Promise<TestDatabase> {
  const db = await freshDatabase()
  onTestFinished(() => db.close())
  await setCatalogue(db)
  return db
}

const sizeOf = async ({ worker }: TestDatabase): Promise<number> =>
  (await one(worker.rows<{ size: number }>(sql`select size::float8 from log.state`))).size

let db: TestDatabase
beforeEach(async () => {
  db = await houseDatabase()
})

/** What publishes a database's log, with the cosignatures of a witness. */
function cosignedBy(house: TestDatabase, witness: Awaited<ReturnType<typeof startWitness>>) {
  const errors: Error[] = []
  const cosign = witnessAsker({
    database: house.worker,
    witnesses: [{ key: witness.key, url: witness.url }],
    elapsedMs: () => performance.now(),
    onError: (error) => errors.push(error),
  })
  return { deps: publisher(house, { cosign }), errors }
}

test('a witness cosigns what is published, and each proof carries its signature', async () => {
  const witness = await startWitness()
  const { deps, errors } = cosignedBy(db, witness)
  await witness.store.pin(logKeyOf(deps.key, 1))
  const { newPlayer, bet } = playersOf(db)
  const player = await newPlayer()
  for (let round = 0; round < 3; round += 1) {
    await newPlayer()
    await catchUp(db, deps)
    const note = parseNote((await readCheckpoint(db.database))!.note)!
    expect(judgeCosignature(note, witness.key)).toBe('good')
  }
  const transactionId = await bet(player)
  const size = await catchUp(db, deps)
  const proof = await readReceiptProof(db.database, { transactionId, receipt: 'bet' })
  if (!proof.ok) throw new Error(proof.code)
  let text = ''
  for await (const piece of proof.answer.content) text += piece
  const trust = { logs: [logKeyOf(deps.key, 1)], witnesses: [witness.key] }
  // Without the facts at hand the entry is read from the log.
  const { entry } = (
    await db.owner.rows<{ entry: Buffer }>({
      name: 'entry of test',
      text: 'select entry from log.entries order by index desc limit 1',
    })
  )[0]!
  expect(verifyLogProof(text, entry, trust)).toMatchObject({
    ok: true,
    cosignedBy: ['witness.example'],
  })
  expect(verifyLogProof(text, entryOf(entryKinds.bet, '{}'), trust).ok).toBe(false)

  const hash = createHash('sha256').update(deps.key.name).digest('hex')
  const served = await (await fetch(`${witness.url}/${hash}/checkpoint`)).text()
  expect(parseCheckpoint(parseNote(served)!.text)?.size).toBe(size)
  expect(errors).toEqual([])
})

test('a log that is quiet is cosigned again, and keeps the line of a witness that is away', async () => {
  let minutes = 0
  const now = () => new Date(Date.UTC(2026, 10, 22, 12, minutes))
  const witness = await startWitness(undefined, now)
  const { deps: asking } = cosignedBy(db, witness)
  const deps = { ...asking, witnesses: [witness.key] }
  await witness.store.pin(logKeyOf(deps.key, 1))
  await playersOf(db).newPlayer()
  const size = await catchUp(db, deps)
  const readNote = async () => parseNote((await readCheckpoint(db.database))!.note)!
  const timesOf = async () => {
    const { text, signatures } = await readNote()
    const times = signatures.map((line) => cosignedAt(text, line, witness.key))
    return times
      .filter((time) => time !== null)
      .map((time) => new Date(time * 1_000).getUTCMinutes())
  }
  const letPass = async () => {
    minutes += 6
    await db.owner.rows(sql`update log.published set at = at - interval '6 minutes'`)
    return publishCheckpoint(deps)
  }
  expect(await timesOf()).toEqual([0])
  minutes = 1
  await publishCheckpoint(deps)
  expect(await timesOf()).toEqual([0])
  expect(await letPass()).toBe(size)
  expect(await timesOf()).toEqual([7])

  witness.server.closeAllConnections()
  witness.server.close()
  await letPass()
  expect(await timesOf()).toEqual([7])
})

test('a log that shows two people two histories gets no cosignature for the second', async () => {
  const witness = await startWitness()
  const { deps } = cosignedBy(db, witness)
  await witness.store.pin(logKeyOf(deps.key, 1))
  await playersOf(db).newPlayer()
  await catchUp(db, deps)

  // The house shows others another log under the same name and key.
  const other = await houseDatabase()
  await playersOf(other).newPlayer()
  await playersOf(other).newPlayer()
  await expect(catchUp(other, cosignedBy(other, witness).deps)).rejects.toThrow(LogTakenBack)
  expect(witness.refused.at(-1)).toMatch(/^422 .*takes back/)
  expect(await readCheckpoint(other.database)).toBe(null)
})

test('a log with another history of the size that a witness has seen publishes nothing', async () => {
  const witness = await startWitness()
  const { deps } = cosignedBy(db, witness)
  await witness.store.pin(logKeyOf(deps.key, 1))
  const other = await houseDatabase()
  for (const house of [db, other]) await playersOf(house).newPlayer()
  const size = await catchUp(db, deps)
  const asked = cosignedBy(other, witness)
  await expect(catchUp(other, asked.deps)).rejects.toThrow('another history')
  expect(witness.refused.at(-1)).toMatch(/^409 .*another history of this size/)
  expect(asked.errors).toEqual([])
  expect(await readCheckpoint(other.database)).toBe(null)
  expect(await sizeOf(other)).toBe(size)
})

test('a log that is shorter than what a witness has seen publishes nothing more', async () => {
  const witness = await startWitness()
  const { deps } = cosignedBy(db, witness)
  await witness.store.pin(logKeyOf(deps.key, 1))
  await playersOf(db).newPlayer()
  await playersOf(db).newPlayer()
  await catchUp(db, deps)
  const restored = await houseDatabase()
  await expect(catchUp(restored, cosignedBy(restored, witness).deps)).rejects.toThrow(
    'nothing more is published',
  )
})

test('two workers: who comes to a witness after the other takes nothing back, and publishes nothing', async () => {
  const witness = await startWitness()
  const [first, second] = [cosignedBy(db, witness), cosignedBy(db, witness)]
  await witness.store.pin(logKeyOf(first.deps.key, 1))
  const { newPlayer } = playersOf(db)
  await newPlayer()
  await catchUp(db, first.deps)
  let further = 0
  const late = {
    ...first.deps,
    async cosign(note: Note, size: number) {
      await newPlayer()
      further = await catchUp(db, second.deps)
      expect(further).toBeGreaterThan(size)
      return first.deps.cosign(note, size)
    },
  }
  await newPlayer()
  await sequencer({ database: db.worker, seeds })()
  await publishCheckpoint(late)
  expect(first.errors).toEqual([])
  const note = parseNote((await readCheckpoint(db.database))!.note)!
  expect(parseCheckpoint(note.text)?.size).toBe(further)
  expect(judgeCosignature(note, witness.key)).toBe('good')
})

test('a witness that was killed goes on from what it has cosigned', async () => {
  const folder = folderForTest()
  const first = await startWitness(folder)
  const { deps } = cosignedBy(db, first)
  await first.store.pin(logKeyOf(deps.key, 1))
  await playersOf(db).newPlayer()
  await catchUp(db, deps)
  first.server.close()
  const second = await startWitness(folder)
  expect(second.key.publicKey).toEqual(first.key.publicKey)
  await playersOf(db).newPlayer()
  await catchUp(db, cosignedBy(db, second).deps)
  expect(second.refused).toEqual([expect.stringMatching(/^409 /)])
  await expect(
    second.store.pin({ ...logKeyOf(deps.key, 1), publicKey: first.key.publicKey }),
  ).rejects.toThrow('another key')
})

test('a log of another name, after a restore or with a new key, is cosigned once the witness has started anew', async () => {
  const folder = folderForTest()
  const witness = await startWitness(folder)
  const { deps: first } = cosignedBy(db, witness)
  await witness.store.pin(logKeyOf(first.key, 1))
  await playersOf(db).newPlayer()
  await catchUp(db, first)
  const readNote = async () => parseNote((await readCheckpoint(db.database))!.note)!
  const before = await readNote()

  await db.owner.rows(sql`select operator.after_restore('Asha', 'a test')`)
  const newKey = { ...ed25519Key(Buffer.alloc(32, 9)), name: 'pipkin.example/log-2' }
  for (const key of [first.key, newKey]) {
    const { deps, errors } = cosignedBy(db, witness)
    await playersOf(db).newPlayer()
    await catchUp(db, { ...deps, key, file: first.file })
    // Published all the same: a witness that doesn't know the log can't hold it up.
    expect(judgeCosignature(await readNote(), witness.key)).toBe('absent')
    expect(errors.map(({ cause }) => String(cause))).toEqual(['Error: it answered 404'])
    // As the witness does at its start with the key that it reads at the log's address.
    const published = (await readCheckpoint(db.database))!
    const anew = await startWitness(folder)
    expect(await anew.store.pin(parseVerifier(published.verifier)!)).toBe(true)
    await playersOf(db).newPlayer()
    await catchUp(db, { ...cosignedBy(db, anew).deps, key, file: first.file })
    expect(judgeCosignature(await readNote(), anew.key)).toBe('good')
  }
  // What it has cosigned of the first name stays.
  const kept = witness.store.find(first.key.name)?.last
  expect(kept).toEqual(parseCheckpoint(before.text))
})

test('a witness that does not answer holds up nothing and is reported', async () => {
  const witness = await startWitness()
  witness.server.close()
  const { deps, errors } = cosignedBy(db, witness)
  await playersOf(db).newPlayer()
  await catchUp(db, deps)
  const note = parseNote((await readCheckpoint(db.database))!.note)!
  expect(judgeCosignature(note, witness.key)).toBe('absent')
  expect(errors.map(({ message }) => message)).toEqual([
    'witness witness.example gave no cosignature',
  ])
})
