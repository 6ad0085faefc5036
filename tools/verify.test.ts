import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkpointText, type NoteKey, noteText, signNote, verifierText } from '@pipkin/log'
import { afterAll, describe, expect, test } from 'vitest'
import { history, openBet, proofOf, publicKey, sign } from '../packages/games/test/house.ts'

const folder = mkdtempSync(join(tmpdir(), 'pipkin-verify-'))
afterAll(() => rmSync(folder, { recursive: true }))

const proof = proofOf(0, 1, true)
const honest = history()
let files = 0

/** A log's key by this name, which signs nothing in truth. */
const keyOf = (name: string): NoteKey => ({
  name,
  type: 'note',
  publicKey: new Uint8Array(32),
  sign: () => new Uint8Array(64),
})

function fileOf(content: unknown): string {
  files += 1
  const path = join(folder, `${files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function verify(...given: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('node', ['tools/run.mjs', 'verify', ...given], {
    encoding: 'utf8',
  })
  return { code: status, said: stdout + stderr }
}

describe('npm run verify', () => {
  test('the command in the README prints what stands below it there', () => {
    const readme = readFileSync('README.md', 'utf8')
    const [, command, printed] =
      /```sh\n(npm run -s verify [^`]*)```\n+```\n([^`]*)```/.exec(readme) ?? []
    expect(execFileSync('sh', ['-c', command ?? 'false'], { encoding: 'utf8' })).toBe(printed)
  })

  test('an honest proof and an honest history', () => {
    const { code, said } = verify(fileOf(proof), fileOf(honest), '--key', publicKey)
    expect(said).toContain('This round checks out.')
    expect(said).toContain('This history of 12 settled rounds checks out.')
    expect(said).toContain('ok    bet signature')
    expect(code).toBe(0)
  })

  test('without the key the signatures are reported as unchecked', () => {
    const { code, said } = verify(fileOf(proof))
    expect(said).toContain("open  Without the house's key no signature was checked.")
    expect(code).toBe(0)
  })

  test('an edited proof: what fails is named, with both values', () => {
    const { code, said } = verify(fileOf({ ...proof, payout: 12_300 }), '--key', publicKey)
    expect(said).toMatch(/FAIL {2}payout\n +expected: 123\n +found: {4}\d/)
    expect(said).toContain('This round does not check out.')
    expect(code).toBe(1)
  })

  test('a history with a round cut out and one edited', () => {
    const [first, , ...rest] = honest.proofs
    const proofs = [{ ...first, payout: 1 }, ...rest]
    const { code, said } = verify(fileOf({ ...honest, proofs }), '--key', publicKey)
    expect(said).toContain('epoch 0, nonce 1 is missing')
    expect(said).toMatch(/proof 1 \(round-0-0\)\n +FAIL {2}payout/)
    expect(code).toBe(1)
  })

  test('histories that are reordered, cut off or end in a forged head', () => {
    const [first, second, ...rest] = honest.proofs
    const head = { ...honest.head, facts: { ...honest.head.facts, next: { epoch: 2, nonce: 4 } } }
    const cut = honest.proofs.slice(0, -1)
    const { code, said } = verify(
      fileOf({ ...honest, proofs: [second, first, ...rest] }),
      fileOf({ ...honest, proofs: cut }),
      fileOf({ ...honest, proofs: cut, head }),
      '--key',
      publicKey,
    )
    expect(said).toContain('found:    epoch 0, nonce 0 stands too late')
    expect(said).toContain('found:    epoch 2, nonce 4 is missing')
    expect(said).toMatch(/FAIL {2}head signature\n.*\n +found: {4}not the house's signature/)
    expect(said).not.toContain('checks out')
    expect(code).toBe(1)
  })

  test('a round that was dealt twice: the receipt that was kept of its place condemns it', () => {
    const facts = { ...openBet(0, 1).facts, transactionId: 'lost', clientSeed: 'of-the-first' }
    const { code, said } = verify(fileOf(proof), '--kept', fileOf(sign(facts)), '--key', publicKey)
    expect(said).toMatch(
      /FAIL {2}kept receipt\n.*\n +found: {4}another transactionId; another clientSeed/,
    )
    expect(said).toContain('ok    kept signature')
    expect(said).toContain('This round does not check out.')
    expect(code).toBe(1)
  })

  test('a rulebook that pays otherwise than it says: the rules are named', () => {
    const rules = Object.fromEntries(
      Object.entries(proof.rules).map(([name, value]) => [
        name,
        name === 'winPercentage' ? 99 : value,
      ]),
    )
    const { code, said } = verify(fileOf({ ...proof, rules }), '--key', publicKey)
    expect(said).toContain('FAIL  rules')
    expect(code).toBe(1)
  })

  test('FAIR-07 a file that talks to the terminal', () => {
    const [bet, end] = proof.receipts
    const facts = { ...bet!.facts, '\u001b[2J': 1 }
    const { said } = verify(fileOf({ ...proof, receipts: [{ ...bet, facts }, end] }))
    expect(said).toContain('another \ufffd[2J')
    // The log's name may have what signed notes allow.
    const key = keyOf('\u202elog')
    const text = checkpointText({ origin: '\u009b2Jlog', size: 0, root: new Uint8Array(32) })
    const proofs = [`c2sp.org/tlog-proof@v1\nindex 0\n\n${noteText(signNote(text, key))}`]
    const witness = verifierText({ ...keyOf('witness.example'), type: 'cosignature' })
    const log = { key: verifierText(key), witnesses: [witness], proofs }
    const logged = verify(fileOf({ ...proof, log }))
    expect(logged.said).toContain('of another log: \ufffd2Jlog.')
    expect(logged.said).toContain('by keys that the file names: \ufffdlog+')
    expect(logged.said).toContain(` ${witness}`)
  })

  test('a round that shows nothing of the log, or nothing that can be read', () => {
    const logKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
    const history = verify(fileOf(honest), '--log-key', logKey)
    expect(history.said).toContain('open  The log was not checked: a history has no proofs of it.')
    expect(history.code).toBe(0)
    const without = verify(fileOf(proof), '--log-key', logKey)
    expect(without.said).toContain('There is no proof of it.')
    expect(without.said).toMatch(/This round does not check out\.\n$/)
    expect(without.code).toBe(1)
    for (const log of [null, 5, { key: logKey, witnesses: [], proof: [] }]) {
      const damaged = verify(fileOf({ ...proof, log }))
      expect(damaged.said).toContain('The keys of the log in this file are none.')
      expect(damaged.code).toBe(1)
    }
    expect(verify(fileOf(proof), '--witness', logKey).code).toBe(2)
    for (const refused of ['', { Status: false, Message: 'Not found' }]) {
      const none = fileOf(refused)
      const unread = verify(fileOf(proof), '--log-proof', none, '--log-key', logKey)
      expect(unread.said).toContain(`${none} holds no proof of the log.`)
      expect(unread.said).not.toContain('does not check out')
      expect(unread.code).toBe(2)
    }
  })

  test('one bad file among good ones', () => {
    const { code } = verify(fileOf(proof), fileOf('nothing'), '--key', publicKey)
    expect(code).toBe(1)
  })

  test.each([
    [[], 'Which file?'],
    [['/nowhere.json'], "can't be read"],
    [[fileOf(proof), '--key', 'ab'], 'not 64 hex digits'],
    [[fileOf(proof), '--strict'], 'Usage:'],
  ])('%j: says how it is used', (given, sentence) => {
    const { code, said } = verify(...given)
    expect(said).toContain(sentence)
    expect(code).toBe(2)
  })
})
