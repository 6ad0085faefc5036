import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkpointText, noteText, signNote, verifierText } from '@pipkin/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPython } from '../../test/has-python.ts'
import { catchUp, publisher } from '../../test/log-scene.ts'
import { playSlot } from '../../test/play.ts'
import { type RunningServer, type SignedIn, startServer } from '../../test/running-server.ts'
import { sql } from '../platform/database/database.ts'
import { logKeyOf, type PublishDeps } from './publish-checkpoint.ts'

/**
 * The independent verifiers read a log of real play over HTTP, as an outsider does: the one in
 * Python, and `npm run verify`.
 */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

/** What a program prints, whether it found something wrong or not. */
async function say(command: string, ...given: string[]): Promise<string> {
  try {
    return (await run(command, given, { cwd: root })).stdout.trim()
  } catch (error) {
    return String(Reflect.get(Object(error), 'stdout')).trim()
  }
}
const python = (...given: string[]) => say('python3', 'verifier/verify_log.py', ...given)
const npmVerify = (...given: string[]) => say('node', 'tools/run.mjs', 'verify', ...given)

const folder = mkdtempSync(join(tmpdir(), 'pipkin-verifier-'))
let server: RunningServer
let player: SignedIn
let deps: PublishDeps
let log: string
let key: string

beforeAll(async () => {
  server = await startServer()
  player = await server.player()
  deps = publisher(server.db, { file: join(folder, 'checkpoint') })
  await playSlot(player)
  // Enough for three tiles and a level above them.
  await server.db.owner.rows(sql`
    select ledger.open_wallets(n) from generate_series(30000000, 30000349) n`)
  await catchUp(server.db, deps)
  log = `${server.url}/log`
  key = (await (await fetch(`${log}/key`)).text()).trim()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

let files = 0

function fileOf(content: string | Uint8Array): string {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, content)
  return path
}

/** A round's proof as the API answers it, and the log's proof of its bet. */
async function proofsOf(transactionId: string) {
  const round = await (
    await fetch(`${server.url}/api/roundProof?Transaction_Id=${transactionId}`)
  ).json()
  const answer = await fetch(
    `${server.url}/api/receiptProof?Transaction_Id=${transactionId}&receipt=bet`,
  )
  return { round, status: answer.status, logProof: await answer.text() }
}

describe.skipIf(!hasPython())('the verifier in Python', () => {
  test('checks the whole log over HTTP', async () => {
    expect(key).toBe(verifierText(logKeyOf(deps.key, 1)))
    expect(await python('log', log, '--key', key)).toMatch(/^This log checks out: 7\d\d entries\.$/)
  })

  test('finds 500 random changes of a byte, each of them', async () => {
    expect(await python('mutate', log, '--key', key, '--times', '500')).toMatch(
      /^All 500 changes in \d+ files were found\.$/,
    )
  })

  test('checks a receipt, and says where it is not in the log', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const [bet, end] = round.Data.receipts
    const proof = fileOf(logProof)
    const check = (receipt: object) =>
      python('proof', proof, '--receipt', fileOf(JSON.stringify(receipt)), '--key', key)
    expect(await check(bet)).toMatch(/^This receipt is in the log: entry \d+ of \d+\.$/)
    expect(await check(end)).toMatch(/^WRONG {2}This receipt is not at place \d+ of the log\.$/)
    const other = { ...bet, facts: { ...bet.facts, stake: 100_000 } }
    expect(await check(other)).toMatch(/^WRONG {2}This receipt is not/)
  })

  test('finds a checkpoint that the log did not sign', async () => {
    const other = { ...logKeyOf(deps.key, 1) }
    const text = checkpointText({ origin: other.name, size: 0, root: new Uint8Array(32) })
    const note = noteText(signNote(text, { ...other, sign: () => new Uint8Array(64) }))
    const proof = fileOf(`c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`)
    const receipt = fileOf('{"facts":{"receipt":"bet"}}')
    expect(await python('proof', proof, '--receipt', receipt, '--key', key)).toMatch(
      /^WRONG {2}The signature of pipkin\.example\/log on the checkpoint is wrong\.$/,
    )
  })
})

describe('npm run verify', () => {
  test('checks a round together with its proof from the log', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const [file, proof] = [fileOf(JSON.stringify(round)), fileOf(logProof)]
    const said = await npmVerify(file, '--log-proof', proof, '--log-key', key)
    expect(said).toMatch(/ok {4}bet receipt in the log: entry \d+ of \d+/)
    expect(said).toContain('No witness that you named has cosigned this.')

    const another = await proofsOf((await playSlot(player)).Transaction_Id)
    expect(another.status).toBe(404)
    const wrong = fileOf(JSON.stringify(another.round))
    expect(await npmVerify(wrong, '--log-proof', proof, '--log-key', key)).toContain(
      'FAIL  receipts in the log',
    )
  })
})

test('the log serves what its checkpoint speaks of, and nothing else', async () => {
  const status = async (path: string) => (await fetch(`${log}/${path}`)).status
  expect(await status('tile/0/000')).toBe(200)
  expect(await status('tile/0/000.p/7')).toBe(200)
  expect(await status('tile/1/000.p/2')).toBe(200)
  expect(await status('tile/entries/001')).toBe(200)
  for (const path of ['tile/1/000', 'tile/9/000', 'tile/0/x999/x999/999', 'tile/0/9', 'tile/', ''])
    expect(await status(path), path).toBe(404)
  const full = await fetch(`${log}/tile/0/000`)
  expect((await full.arrayBuffer()).byteLength).toBe(8_192)
  expect(full.headers.get('cache-control')).toContain('immutable')
  expect(full.headers.get('content-type')).toBe('application/octet-stream')
  const checkpoint = await fetch(`${log}/checkpoint`)
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})
