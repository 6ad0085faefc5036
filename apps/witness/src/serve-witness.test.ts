import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addCheckpointText,
  checkpointText,
  judgeCosignature,
  leafHash,
  type NoteKey,
  parseLines,
  signNote,
  verifierText,
} from '@pipkin/log'
import { expect, onTestFinished, test } from 'vitest'
import { ed25519Key } from '../../server/src/platform/process/ed25519-key.ts'
import { witnessServer } from './serve-witness.ts'
import { openWitnessStore, type WitnessStore } from './witness-store.ts'

// With the log of a house: apps/server/test/processes/witnesses.test.ts.

const log: NoteKey = { name: 'localhost/log', type: 'note', ...ed25519Key(Buffer.alloc(32, 1)) }

/** What a house asks whose log has this one entry, as if the witness had seen none. */
function firstCheckpoint(entry: string) {
  const root = leafHash(Buffer.from(entry))
  const note = signNote(checkpointText({ origin: log.name, size: 1, root }), log)
  return { note, body: addCheckpointText(0, [], note) }
}

/** A witness of the log, in a folder of its own. */
async function startWitness(keptBy = (store: WitnessStore) => store) {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-witness-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = await openWitnessStore(folder)
  await store.pin(log)
  const key: NoteKey = { name: 'witness.example', type: 'cosignature', ...ed25519Key(store.secret) }
  const refused: string[] = []
  const server = witnessServer({
    store: keptBy(store),
    key,
    now: () => new Date(),
    onRefused: (line) => refused.push(line),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  const ask = (body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  return { folder, key, refused, server, url, ask }
}

test('TLOG-10 of two histories that come at the same moment it cosigns one', async () => {
  const bothRead = Promise.withResolvers<void>()
  const { server, ask } = await startWitness((store) => ({
    ...store,
    // Without turns, the second would be judged before the first is kept.
    keep: async (...kept) => {
      await bothRead.promise
      await store.keep(...kept)
    },
  }))
  let read = 0
  server.on('request', (request: IncomingMessage) =>
    request.once('end', () => {
      read += 1
      if (read === 2) setImmediate(bothRead.resolve)
    }),
  )
  const answers = await Promise.all([
    ask(firstCheckpoint('one').body),
    ask(firstCheckpoint('other').body),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('TLOG-10 a record that was damaged is none of a new log: it cosigns nothing', async () => {
  const { folder, key, refused, ask } = await startWitness()
  const { note, body } = firstCheckpoint('one')
  const lines = parseLines(await (await ask(body)).text())
  expect(judgeCosignature({ ...note, signatures: lines ?? [] }, key)).toBe('good')

  const name = createHash('sha256').update(log.name).digest('hex')
  writeFileSync(join(folder, `${name}.checkpoint`), 'damaged')
  expect((await ask(firstCheckpoint('other').body)).status).toBe(500)
  expect(refused).toEqual([expect.stringMatching(/^500: .* is broken$/)])
})

test('TLOG-10 a log whose pinned key was damaged is none of a new one', async () => {
  const { folder, refused, ask } = await startWitness()
  const { body } = firstCheckpoint('one')
  const other: NoteKey = { ...log, ...ed25519Key(Buffer.alloc(32, 2)) }
  const name = createHash('sha256').update(log.name).digest('hex')
  for (const damaged of ['', 'damaged', verifierText({ ...other, name: 'other/log' })]) {
    writeFileSync(join(folder, `${name}.log`), damaged)
    const store = await openWitnessStore(folder)
    for (const key of [log, other])
      await expect(store.pin(key)).rejects.toThrow(`the pinned key of ${log.name} is broken`)
    expect((await ask(body)).status).toBe(500)
  }
  expect(refused).toHaveLength(3)
})

test('a damaged secret is no key, and not replaced', async () => {
  const { folder } = await startWitness()
  for (const damaged of ['', 'damaged', 'ab'.repeat(31), 'ab'.repeat(33)]) {
    writeFileSync(join(folder, 'key'), damaged)
    await expect(openWitnessStore(folder)).rejects.toThrow('is no key of a witness')
  }
})

test('a checkpoint that could not be kept is not cosigned; the next one is', async () => {
  let isFull = true
  const { refused, ask } = await startWitness((store) => ({
    ...store,
    keep: (...kept) => (isFull ? Promise.reject(new Error('ENOSPC')) : store.keep(...kept)),
  }))
  const { body } = firstCheckpoint('one')
  expect((await ask(body)).status).toBe(500)
  expect(refused).toEqual(['500: ENOSPC'])
  isFull = false
  expect((await ask(firstCheckpoint('other').body)).status).toBe(200)
  expect((await ask(body)).status).toBe(409)
})

test('FAIR-07 shows a stranger’s name of a log as text, and no more of it than a line', async () => {
  const { refused, ask } = await startWitness()
  const root = leafHash(Buffer.from('one'))
  for (const origin of ['\u009b31m\u202elog', 'x'.repeat(10_000)]) {
    const note = signNote(checkpointText({ origin, size: 1, root }), { ...log, name: 'x' })
    expect((await ask(addCheckpointText(0, [], note))).status).toBe(404)
  }
  const why = 'This witness does not know the log.'
  expect(refused).toEqual([`404 \ufffd31m\ufffdlog: ${why}`, `404 ${'x'.repeat(200)}: ${why}`])
})

test('the secret of a witness is for its owner alone', async () => {
  const { folder } = await startWitness()
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'key')).mode & 0o077).toBe(0)
})

test('a witness answers nothing else, and reads no body that is too large', async () => {
  const { url, ask } = await startWitness()
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await statusOf('/add-checkpoint')).toBe(405)
  expect(await statusOf('/key')).toBe(404)
  expect(await statusOf(`/${'0'.repeat(64)}/checkpoint`)).toBe(404)
  expect((await ask('old 0\n'.padEnd(128 * 1024))).status).toBe(400)
  expect((await ask('old 0\n'.padEnd(128 * 1024 + 1))).status).toBe(413)
})
