import { execFile, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BetFacts, batchBytes, canonicalJson, toHex } from '@pipkin/games'
import { isRoundReceipt, isSignedBy } from '@pipkin/games/verify'
import {
  checkpointText,
  cosign,
  emptyRoot,
  entriesPath,
  judgeReceipt,
  noteText,
  parseNote,
  signNote,
  tilePath,
  tilesOfSize,
  tileWidth,
  trustIn,
  verifierText,
} from '@pipkin/log'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasPerl, hasPython, python } from '../../test/has-programs.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { flipOf, flips, openVerifier } from '../../test/rounds/flips.ts'
import { catchUp, publisher } from '../../test/rounds/log-scene.ts'
import { playSlot } from '../../test/rounds/play.ts'
import { sql } from '../platform/database/database.ts'
import { ed25519Key } from '../platform/process/ed25519-key.ts'
import { createSigner } from '../rounds/receipts.ts'
import { logKeyOf } from './log-key.ts'
import type { PublishDeps } from './publish-checkpoint.ts'

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
const verifyLog = (...given: string[]) => say(python, 'verifier/verify_log.py', ...given)
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

const witness = {
  name: 'witness.example',
  type: 'cosignature',
  ...ed25519Key(Buffer.alloc(32, 3)),
} as const
const byWitness = ['--witness', verifierText(witness)]

/** A checkpoint with the witness's line of a Unix time. */
function cosigned(checkpoint: string, seconds: number): string {
  const note = parseNote(checkpoint)
  if (!note) throw new Error('the log has a checkpoint')
  const line = cosign(note.text, witness, seconds)
  return noteText({ ...note, signatures: [...note.signatures, line] })
}
/** Twenty minutes after a receipt, in Unix time. */
const later = (facts: BetFacts) => Math.floor(Date.parse(facts.placedAt) / 1_000) + 1_230

let files = 0

function fileOf(content: string | Uint8Array): string {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, content)
  return path
}

/** The same log where each file is refused once, as a network's limit does. */
async function busyLog() {
  const asked = new Set<string | undefined>()
  const url = await serve(async ({ url }, response) => {
    if (asked.has(url))
      return response.end(Buffer.from(await (await fetch(`${log}${url}`)).bytes()))
    asked.add(url)
    response.writeHead(429, { 'retry-after': '0' }).end()
  })
  return { url, refused: () => asked.size }
}

/** A log whose connection breaks in the middle of each answer. */
const brokenLog = () =>
  serve((_, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('pipkin', () => response.destroy())
  })

/** Answers requests until the test has ended; gives the address. */
async function serve(answer: RequestListener): Promise<string> {
  const listening = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    listening.close()
    listening.closeAllConnections()
  })
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** A log that answers with this status alone, or only each file but the checkpoint. */
const refusingLog = (status: number, checkpointToo = true) =>
  serve(async ({ url }, response) => {
    if (checkpointToo || url !== '/checkpoint') response.writeHead(status, { 'retry-after': '0' })
    else response.write(Buffer.from(await (await fetch(`${log}${url}`)).bytes()))
    response.end()
  })

/** Where no log answers, or not as a whole: it denies nothing. */
const silentLogs = async () => [
  'http://127.0.0.1:1',
  'http://pipkin..example/log',
  'http://[::1/log',
  'http://127.0.0.1:1/lög',
  await brokenLog(),
  ...(await Promise.all([404, 429, 502, 503].map((status) => refusingLog(status)))),
  await refusingLog(503, false),
  join(folder, 'none'),
]

/** Folders with a checkpoint alone, signed under other names, and what is said of each. */
function renamedLogs() {
  const house = logKeyOf(deps.key, 1)
  const later = logKeyOf(deps.key, 2)
  const another = { ...later, sign: () => new Uint8Array(64) }
  const elsewhere = { ...house, name: `${house.name}s` }
  return [
    { signer: later, isWrong: false, why: `signed this checkpoint as the log ${later.name}, not` },
    { signer: another, isWrong: true, why: later.name },
    { signer: elsewhere, isWrong: true, why: 'The checkpoint is of the log ' },
  ].map(({ signer, ...said }) => {
    const log = mkdtempSync(join(folder, 'renamed-'))
    const text = checkpointText({ origin: signer.name, size: 0, root: emptyRoot() })
    writeFileSync(join(log, 'checkpoint'), noteText(signNote(text, signer)))
    return { log, ...said }
  })
}

const cannotCheck = { code: 2, stdout: '' }

/** A receipt as if a batch had it alone, signed by the house of the tests about batches. */
function batchOfOne(facts: BetFacts) {
  const root = hash('sha256', `\0${canonicalJson(facts)}`)
  const { sign } = ed25519Key(Buffer.alloc(32, 5))
  const batch = { index: 0, size: 1, path: [] }
  return { facts, signature: toHex(sign(batchBytes(root, 1))), batch }
}

/** What is there instead of a proof, if the house refused it or the download broke off. */
const noProofs = (whole: string) => [
  '',
  JSON.stringify({ Status: false, Message: 'Not found' }),
  whole.slice(0, 40),
  whole.slice(0, -2),
]

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
    expect(await verifyLog('log', log, '--log-key', key)).toMatch(
      /^This log checks out: 7\d\d entries\.$/,
    )
  })

  test('asks again where the house says that it asked too often', async () => {
    const { url, refused } = await busyLog()
    expect(await verifyLog('log', url, '--log-key', key)).toMatch(/^This log checks out/)
    expect(refused()).toBeGreaterThan(1)
  })

  test('says that it can’t check where no whole answer comes', async () => {
    for (const url of await silentLogs()) {
      const given = ['verifier/verify_log.py', 'log', url, '--log-key', key]
      await expect(run(python, given, { cwd: root }), url).rejects.toMatchObject(cannotCheck)
    }
    // A log that has a checkpoint has its files.
    expect(await verifyLog('log', await refusingLog(404, false), '--log-key', key)).toMatch(
      /^WRONG {2}tile\/entries\/000 can't be read/,
    )
  })

  test('finds 500 random changes of a byte, each of them', async () => {
    expect(await verifyLog('mutate', log, '--log-key', key, '--times', '500')).toMatch(
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
      verifyLog('proof', proof, '--receipt', fileOf(JSON.stringify(receipt)), '--log-key', key)
    expect(await check(bet)).toMatch(/^This receipt is in the log: entry \d+ of \d+\.$/)
    expect(await check(end)).toMatch(
      /^WRONG {2}This receipt is not in the log where .*: entry \d+ is something else\.$/,
    )
    const other = { ...bet, facts: { ...bet.facts, stake: 100_000 } }
    expect(await check(other)).toMatch(/^WRONG {2}This receipt is not/)
  })

  test('judges a complaint: what was signed, what the log lacks, and since when', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    const { round } = await proofsOf(id)
    const [bet, end] = round.Data.receipts
    const key32 = (await (await fetch(`${server.url}/api/receiptKey`)).json()).Data.publicKey
    const checkpoint = async () => (await fetch(`${log}/checkpoint`)).text()
    const judge = async (note: string, receipts: object[], ...by: string[]) =>
      verifyLog(
        ...['complaint', log, '--log-key', key, '--key', key32, ...by, '--file'],
        fileOf(JSON.stringify({ receipts, log: { checkpoint: note } })),
      )
    const before = await checkpoint()
    const lacks = 'Its log was cosigned 20 minutes later, and lacks it.'
    const seen = cosigned(before, later(bet.facts))
    expect((await judge(seen, [bet, end], ...byWitness)).split('\n')).toEqual([
      expect.stringMatching(/^The house signed the bet of .* at 20.*Z\.$/),
      lacks,
      expect.stringMatching(/^The house signed the end of /),
      lacks,
      'This complaint stands.',
    ])
    // Without a witness's time anyone can make one, of any old checkpoint.
    expect(await judge(before, [bet])).toMatch(/^WRONG {2}A witness has to say when/)
    for (const seconds of [-60, 60, 590])
      expect(
        await judge(cosigned(before, later(bet.facts) - 1_230 + seconds), [bet], ...byWitness),
      ).toMatch(/No witness saw the log later than ten minutes after that\.\nWRONG {2}/)
    const forged = { ...bet, facts: { ...bet.facts, stake: 1 } }
    expect(await judge(seen, [forged], ...byWitness)).toBe(
      'WRONG  The house has not signed this receipt.',
    )

    // One that is there is named, and the others still count.
    await catchUp(server.db, deps)
    const another = await proofsOf((await playSlot(player)).Transaction_Id)
    const [missing] = another.round.Data.receipts
    const late = (await judge(seen, [bet], ...byWitness)).split('\n')
    expect(late).toContain('The log has it now. It came late, or the witness was behind.')
    expect(late.at(-1)).toBe('This complaint stands.')
    // It also stands where the log goes on under another name, as after a restore.
    const copy = mkdtempSync(join(folder, 'log-'))
    writeFileSync(join(copy, 'checkpoint'), 'another\n')
    const file = fileOf(JSON.stringify({ receipts: [bet], log: { checkpoint: seen } }))
    const size = Number(before.split('\n')[1])
    for (let index = 0; index * tileWidth < size; index += 1) {
      const path = entriesPath(index, Math.min(tileWidth, size - index * tileWidth))
      const answer = await fetch(`${log}/${path}`)
      mkdirSync(join(copy, dirname(path)), { recursive: true })
      writeFileSync(join(copy, path), Buffer.from(await answer.arrayBuffer()))
    }
    expect(
      await verifyLog(
        ...['complaint', copy, '--log-key', key, '--key', key32, ...byWitness, '--file', file],
      ),
    ).toMatch(/ lacks it\.\nThis complaint stands\.$/)
    const now = cosigned(await checkpoint(), later(missing.facts))
    expect(await judge(now, [bet], ...byWitness)).toMatch(
      /Its log has it\.\nWRONG {2}This complaint has no receipt that the log lacks\.$/,
    )
    expect(await judge(now, [bet, missing], ...byWitness)).toMatch(
      /Its log has it\.\n.*\n.* lacks it\.\nThis complaint stands\.$/,
    )
  })

  test('checks the signature of bets that were signed at once', async () => {
    const signer = createSigner(Buffer.alloc(32, 5))
    const facts = (await proofsOf((await playSlot(player)).Transaction_Id)).round.Data.receipts.map(
      ({ facts }: { facts: BetFacts }) => facts,
    )
    const receipts = await Promise.all(facts.map((one: BetFacts) => signer.signTogether(one)))
    expect(receipts.map(({ batch }) => batch?.size)).toEqual([2, 2])
    const before = await (await fetch(`${log}/checkpoint`)).text()
    const seen = cosigned(before, later(facts[0]))
    const complain = (all: object[]) =>
      verifyLog(
        ...['complaint', log, '--log-key', key, '--key', signer.publicKey, ...byWitness, '--file'],
        fileOf(JSON.stringify({ receipts: all, log: { checkpoint: seen } })),
      )
    expect(await complain(receipts)).toContain('This complaint stands.')
    const [first, second] = receipts
    for (const wrong of [
      batchOfOne(facts[0]),
      { ...first, batch: second.batch },
      { ...first, batch: undefined },
      { ...first, batch: { ...first.batch, path: [] } },
    ])
      expect(await complain([wrong])).toMatch(
        /^WRONG {2}(The (house has not signed|path of)|No 1 receipts)/,
      )
  })

  test('compares a checkpoint that was kept: one that is taken back, and a second history', async () => {
    const note = async () => (await fetch(`${log}/checkpoint`)).text()
    const before = await note()
    await playSlot(player)
    await catchUp(server.db, deps)
    const judge = (kept: string) => verifyLog('log', log, '--log-key', key, '--kept', fileOf(kept))
    expect(await judge(before)).toMatch(/^This log checks out/)
    const size = Number(before.split('\n')[1])
    const other = logKeyOf(deps.key, 1)
    const signed = (of: number) => {
      const text = checkpointText({ origin: other.name, size: of, root: new Uint8Array(32) })
      return noteText(signNote(text, other))
    }
    expect(await judge(signed(size))).toBe(
      `WRONG  The house has signed two histories: its first ${size} entries differ.`,
    )
    expect(await judge(signed(1_000_000))).toMatch(
      /^WRONG {2}The house takes back what it showed: .* 1000000 .*, and shows \d+ now\.$/,
    )
    // Anyone can write what the log's key hasn't signed.
    const strange = { ...other, sign: () => new Uint8Array(64) }
    const text = checkpointText({ origin: other.name, size, root: new Uint8Array(32) })
    for (const kept of ['', before.slice(0, -20), noteText(signNote(text, strange))])
      await expect(
        run(
          python,
          ['verifier/verify_log.py', 'log', log, '--log-key', key, '--kept', fileOf(kept)],
          {
            cwd: root,
          },
        ),
      ).rejects.toMatchObject({
        ...cannotCheck,
        stderr: expect.stringMatching(/ is no checkpoint of this log: The /),
      })
  })

  test('calls a file that can’t be read no fault of the house', async () => {
    const there = fileOf('{"facts":{"receipt":"bet"}}')
    const missing = join(folder, 'missing')
    const broken = ['', '{', '[]', '{}', Buffer.of(0x22, 0xff, 0x22)].map(fileOf)
    const calls = [
      ...[missing, ...broken].map((file) => [file, 'proof', there, '--receipt', file]),
      ...[missing, ...broken].map((file) => [file, 'complaint', log, '--file', file]),
      [missing, 'proof', missing, '--receipt', there],
      [missing, 'log', log, '--kept', missing],
    ]
    for (const [file, ...given] of calls)
      await expect(
        run(python, ['verifier/verify_log.py', ...given, '--log-key', key], { cwd: root }),
      ).rejects.toMatchObject({
        code: 2,
        stdout: '',
        stderr: `This file can't be read: ${file}\n`,
      })
    for (const content of noProofs(`c2sp.org/tlog-proof@v1\nindex 0\n\n${key}\n`)) {
      const given = ['proof', fileOf(content), '--receipt', there, '--log-key', key]
      await expect(
        run(python, ['verifier/verify_log.py', ...given], { cwd: root }),
      ).rejects.toMatchObject({ ...cannotCheck, stderr: 'This is no whole tlog-proof.\n' })
    }
    // What is wrong with a receipt itself stays so.
    const odd = fileOf('{"facts":{"receipt":7}}')
    const checkpoint = await (await fetch(`${log}/checkpoint`)).text()
    const proof = fileOf(`c2sp.org/tlog-proof@v1\nindex 0\n\n${checkpoint}`)
    expect(await verifyLog('proof', proof, '--receipt', odd, '--log-key', key)).toMatch(/^WRONG/)
  })

  test('takes no key of a log for that of a witness, nor one of a witness for a log’s', async () => {
    for (const given of [
      ['--log-key', key, '--witness', key],
      ['--log-key', verifierText(witness)],
    ])
      expect(await refusedKey(...given)).toMatch(/ is none of a \w+\.\n$/)
  })

  test('takes no key of the house that is none', async () => {
    for (const house of ['', 'AB'.repeat(32), `${'ab'.repeat(32)},`])
      expect(await refusedKey('--log-key', key, '--key', house)).toContain('A key is 64 hex digits')
  })

  test('takes no key whose id is another one’s', async () => {
    const other = key.replace(/\+[0-9a-f]{8}\+/, '+00000000+')
    expect(await refusedKey('--log-key', other)).toMatch(/ has another id\.\n$/)
  })

  test('takes no key without a key in it, and goes on with the next check', async () => {
    expect(await refusedKey('--log-key', 'name+00000000+')).toContain("A key isn't as the log")
    const line = `log\t${folder}\t--log-key\tname+00000000+\n`
    const many = spawnSync(python, ['verifier/verify_log.py', 'many'], {
      cwd: root,
      input: line.repeat(2),
      encoding: 'utf8',
    })
    expect(many).toMatchObject({ status: 0, stdout: 'exit 2\nexit 2\n' })
  })

  /** What it says of keys that it doesn't take, before it reads the log. */
  async function refusedKey(...given: string[]): Promise<string> {
    const command = run(python, ['verifier/verify_log.py', 'log', log, ...given], { cwd: root })
    const error = await command.then(() => null, Object)
    expect(error).toMatchObject({ code: 2 })
    return error.stderr
  }

  test('takes no sibling that is no hash', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const receipt = fileOf(JSON.stringify(round.Data.receipts[0]))
    const short = fileOf(
      logProof.replace(/^(index \d+\n)\S+/, '$1AAAA').replace(/\n\S+\n\n/, '\nAAAA\n\n'),
    )
    expect(await verifyLog('proof', short, '--receipt', receipt, '--log-key', key)).toBe(
      "WRONG  This isn't 32 bytes in base64: 'AAAA'.",
    )
  })

  test('takes no line below a checkpoint that names no one or signs nothing', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const receipt = fileOf(JSON.stringify(round.Data.receipts[0]))
    const signature = Buffer.alloc(70).toString('base64')
    const judge = (line: string) =>
      verifyLog('proof', fileOf(`${logProof}${line}\n`), '--receipt', receipt, '--log-key', key)
    expect(await judge(`— another ${signature}`)).toMatch(/^This receipt is in the log/)
    const names = ['an\u00a0other', 'an\u0085other', 'an\u007fother']
    for (const line of ['— another AAAA', ...names.map((name) => `— ${name} ${signature}`)])
      expect(await judge(line)).toMatch(/^WRONG {2}The checkpoint has a line that is no signature/)
  })

  test('FAIR-07 shows what talks to the terminal as text', async () => {
    const note = (await (await fetch(`${log}/checkpoint`)).text()).replace(/^.*/, '\u009b2K')
    const proof = fileOf(`c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`)
    const receipt = fileOf('{"facts":{"receipt":"bet"}}')
    expect(await verifyLog('proof', proof, '--receipt', receipt, '--log-key', key)).toBe(
      'WRONG  The checkpoint is of the log ?2K, not of pipkin.example/log.',
    )
  })

  test('blames no one for the log’s other name after a restore, if the house’s key signed it', async () => {
    for (const { log, isWrong, why } of renamedLogs()) {
      const given = ['verifier/verify_log.py', 'log', log, '--log-key', key]
      await expect(run(python, given, { cwd: root })).rejects.toMatchObject(
        isWrong
          ? { code: 1, stdout: expect.stringContaining(why) }
          : { ...cannotCheck, stderr: expect.stringContaining(why) },
      )
    }
  })

  test('finds a checkpoint that the log did not sign', async () => {
    const other = { ...logKeyOf(deps.key, 1) }
    const text = checkpointText({ origin: other.name, size: 0, root: new Uint8Array(32) })
    const note = noteText(signNote(text, { ...other, sign: () => new Uint8Array(64) }))
    const proof = fileOf(`c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`)
    const receipt = fileOf('{"facts":{"receipt":"bet"}}')
    expect(await verifyLog('proof', proof, '--receipt', receipt, '--log-key', key)).toMatch(
      /^WRONG {2}The signature of pipkin\.example\/log on the checkpoint is wrong\.$/,
    )
  })
})

describe.skipIf(!hasPerl())('the verifier in Perl', () => {
  const perl = (...given: string[]) => say('perl', 'verifier/verify.pl', ...given)

  /** Why it can't check. */
  async function unchecked(...given: string[]): Promise<string> {
    const command = run('perl', ['verifier/verify.pl', ...given], { cwd: root })
    const error = await command.then(() => null, Object)
    expect(error, given.join(' ')).toMatchObject(cannotCheck)
    return error.stderr
  }

  test('says that it can’t check where no whole answer comes', async () => {
    for (const url of await silentLogs())
      expect(await unchecked('log', url, key)).toMatch(/^This can't be checked here/)
    expect(await perl('log', await refusingLog(404, false), key)).toMatch(
      /^WRONG {2}The log lacks tile\/entries\/000: it answers with 404/,
    )
  })

  test('blames the house for no file that it can’t read, and for no key that is none', async () => {
    const there = fileOf(JSON.stringify({ facts: {}, signature: '' }))
    const house = 'ab'.repeat(32)
    const broken = ['', '{', '[]', '{}', Buffer.of(0x22, 0xff, 0x22)].map(fileOf)
    for (const file of [join(folder, 'missing'), ...broken])
      expect(await unchecked('proof', there, file, key, house)).toContain(file)
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const receipt = fileOf(JSON.stringify(round.Data.receipts[0]))
    const { publicKey } = (await (await fetch(`${server.url}/api/receiptKey`)).json()).Data
    for (const content of noProofs(logProof))
      expect(await unchecked('proof', fileOf(content), receipt, key, publicKey)).toContain(
        'this is no whole tlog-proof.',
      )
    expect(await unchecked('proof', there, there, key, '')).toContain('is 64 hex digits')
    for (const other of ['', key.slice(0, -4), verifierText(witness)])
      expect(await unchecked('log', log, other)).toContain("The log's key ")
  })

  test('checks the whole log over HTTP', async () => {
    expect(await perl('log', log, key)).toMatch(/^This log checks out: \d+ entries\.$/m)
  })

  test('asks again where the house says that it asked too often', async () => {
    const { url, refused } = await busyLog()
    expect(await perl('log', url, key)).toMatch(/^This log checks out/)
    expect(refused()).toBeGreaterThan(1)
  })

  test('blames no one for the log’s other name after a restore, if the house’s key signed it', async () => {
    for (const { log, isWrong, why } of renamedLogs())
      if (isWrong) expect(await perl('log', log, key)).toMatch(/^WRONG/)
      else expect(await unchecked('log', log, key)).toContain(why)
  })

  test('FAIR-07 shows what talks to the terminal as text', async () => {
    const receipt = fileOf('{"facts": {}, "signature": "", "\\u001b[2K\\u009b\\n": 1}')
    expect(await perl('proof', fileOf(''), receipt, key, 'ab'.repeat(32))).toBe(
      "WRONG  The receipt has `?[2K? `, which it shouldn't.",
    )
  })

  test('checks receipts, signed alone and at once, and what is wrong with one', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const [bet, end] = round.Data.receipts
    const house = (await (await fetch(`${server.url}/api/receiptKey`)).json()).Data.publicKey
    const check = (receipt: object, by = house) =>
      perl('proof', fileOf(logProof), fileOf(JSON.stringify(receipt)), key, by)
    expect(await check(bet)).toMatch(/^This receipt is in the log: entry \d+ of \d+\.$/m)
    expect(await check(end)).toMatch(
      /^WRONG {2}This receipt is not in the log where .*: entry \d+ is something else\.$/,
    )
    const forged = { ...bet, facts: { ...bet.facts, stake: 1 } }
    expect(await check(forged)).toBe('WRONG  The house has not signed this receipt.')

    const signer = createSigner(Buffer.alloc(32, 5))
    const three = [bet, end, forged].map(({ facts }) => signer.signTogether(facts))
    const [first, second] = await Promise.all(three)
    if (!first || !second) throw new Error('signed less than was asked')
    expect(await check(first, signer.publicKey)).toMatch(/^This receipt is in the log/)
    expect(await check({ ...first, batch: second.batch }, signer.publicKey)).toBe(
      'WRONG  The house has not signed this receipt.',
    )
    const one = batchOfOne(bet.facts)
    expect(await check(one, signer.publicKey)).toBe('WRONG  No 1 receipts are signed at once.')
    expect(isRoundReceipt(one)).toBe(false)
  })
})

/** A verifier takes some hundredths of a second for each, and ten times that on a busy machine. */
const patience = 300_000 + flips * 500

describe.skipIf(!hasPython() || !hasPerl())('a flipped bit', () => {
  test(
    'of a receipt or of its proof is found by each verifier',
    async () => {
      const { Transaction_Id: id } = await playSlot(player)
      await catchUp(server.db, deps)
      const { round, logProof } = await proofsOf(id)
      const house = (await (await fetch(`${server.url}/api/receiptKey`)).json()).Data.publicKey
      const [python, perl] = openBoth()
      const honest = new Map([
        ['proof', Buffer.from(logProof)],
        ['receipt', Buffer.from(JSON.stringify(round.Data.receipts[0]))],
      ])
      const [proofFile, receiptFile] = [fileOf(''), fileOf('')]
      const given = ['--receipt', receiptFile, '--log-key', key, '--key', house]
      const verdicts = async (files: ReadonlyMap<string, Buffer>) => {
        const [proof, receipt] = [files.get('proof'), files.get('receipt')]
        if (!proof || !receipt) throw new Error('both are needed')
        writeFileSync(proofFile, proof)
        writeFileSync(receiptFile, receipt)
        const [inPython, inPerl] = await Promise.all([
          python.exitOf('proof', proofFile, ...given),
          perl.exitOf('proof', proofFile, receiptFile, key, house),
        ])
        return { browser: inBrowser(proof, receipt, house), python: inPython, perl: inPerl }
      }
      const right = { browser: true, python: 0, perl: 0 }
      expect(await verdicts(honest)).toEqual(right)
      for (let number = 0; number < flips; number += 1) {
        const { name, changed, about } = flipOf(number, honest)
        expect(await verdicts(new Map([...honest, [name, changed]])), about).toEqual({
          browser: false,
          // What can't be read as JSON is no receipt, and what begins otherwise is no proof.
          python: expect.toBeOneOf([1, 2]),
          perl: expect.toBeOneOf([1, 2]),
        })
      }
      // A verifier that finds everything wrong since some flip would have found each.
      expect(await verdicts(honest)).toEqual(right)
    },
    patience,
  )

  test(
    'of the log’s own files is found by each verifier that reads the whole log',
    async () => {
      const [python, perl] = openBoth()
      const copy = mkdtempSync(join(folder, 'log-'))
      const honest = await saveLog(copy)
      const verdicts = async () => {
        const both = [python.exitOf('log', copy, '--log-key', key), perl.exitOf('log', copy, key)]
        const [inPython, inPerl] = await Promise.all(both)
        return { python: inPython, perl: inPerl }
      }
      const right = { python: 0, perl: 0 }
      expect(await verdicts()).toEqual(right)
      for (let number = 0; number < flips; number += 1) {
        const { name, changed, about } = flipOf(number, honest)
        writeFileSync(join(copy, name), changed)
        expect(await verdicts(), about).toEqual({ python: 1, perl: 1 })
        writeFileSync(join(copy, name), honest.get(name) ?? '')
      }
      expect(await verdicts()).toEqual(right)
    },
    patience,
  )
})

test.skipIf(!hasPython() || !hasPerl()).each([
  ['01'.padEnd(64, '0'), '01'.padEnd(128, '0')],
  ['0'.repeat(64), '0'.repeat(128)],
])(
  'TLOG-09 the key %s, by which one signature counts for every receipt, is no key',
  async (house, signature) => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const receipt = { facts: round.Data.receipts[0].facts, signature }
    const [python, perl] = openBoth()
    const files = [fileOf(logProof), fileOf(JSON.stringify(receipt))] as const
    const given = ['--receipt', files[1], '--log-key', key, '--key', house]
    expect(await python.exitOf('proof', files[0], ...given)).toBe(1)
    expect(await perl.exitOf('proof', ...files, key, house)).toBe(1)
    expect(isSignedBy(receipt, house)).toBe(false)
  },
)

test.skipIf(!hasPython() || !hasPerl())(
  'no verifier takes another spelling of a signature',
  async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const [receipt] = round.Data.receipts
    const { publicKey: house } = (await (await fetch(`${server.url}/api/receiptKey`)).json()).Data
    const [python, perl] = openBoth()
    const exits = async (signature: string) => {
      const files = [fileOf(logProof), fileOf(JSON.stringify({ ...receipt, signature }))] as const
      const given = ['--receipt', files[1], '--log-key', key, '--key', house]
      return [
        await python.exitOf('proof', files[0], ...given),
        await perl.exitOf('proof', ...files, key, house),
      ]
    }
    expect(await exits(receipt.signature)).toEqual([0, 0])
    expect(await exits(otherSpelling(receipt.signature))).toEqual([1, 1])
  },
)

/** An Ed25519 signature that would hold as well, if its number were taken modulo the order. */
function otherSpelling(signature: string): string {
  const bytes = Buffer.from(signature, 'hex')
  const number = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`)
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n
  const other = Buffer.from((number + order).toString(16).padStart(64, '0'), 'hex').reverse()
  return Buffer.concat([bytes.subarray(0, 32), other]).toString('hex')
}

function openBoth() {
  const both = [
    openVerifier(python, 'verifier/verify_log.py'),
    openVerifier('perl', 'verifier/verify.pl'),
  ] as const
  onTestFinished(() => {
    for (const { close } of both) close()
  })
  return both
}

/** Copies the log's files into a folder, under their paths; answers them. */
async function saveLog(into: string): Promise<Map<string, Buffer>> {
  const checkpoint = await (await fetch(`${log}/checkpoint`)).text()
  const size = Number(checkpoint.split('\n')[1])
  const paths = ['checkpoint']
  for (const { level, full, partial } of tilesOfSize(size))
    for (let index = 0; index < full + Math.sign(partial); index += 1) {
      const width = index < full ? tileWidth : partial
      paths.push(tilePath({ level, index }, width))
      if (level === 0) paths.push(entriesPath(index, width))
    }
  const saved = new Map<string, Buffer>()
  for (const path of paths) {
    const answer = await fetch(`${log}/${path}`)
    saved.set(path, Buffer.from(await answer.arrayBuffer()))
    mkdirSync(join(into, dirname(path)), { recursive: true })
    writeFileSync(join(into, path), saved.get(path) ?? '')
  }
  return saved
}

/** The same by the code that browsers run. */
function inBrowser(proof: Buffer, text: Buffer, house: string): boolean {
  const trust = trustIn(key, [])
  if (!trust) throw new Error('the log has a key')
  try {
    const receipt = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
    const entry = { kind: receipt.facts.receipt, canonicalJson: canonicalJson(receipt.facts) }
    const proofs = [new TextDecoder('utf-8', { fatal: true }).decode(proof)]
    if (!isRoundReceipt(receipt)) return false
    return isSignedBy(receipt, house) && judgeReceipt(entry, proofs, trust).ok
  } catch {
    return false
  }
}

test.skipIf(!hasPerl())('an openssl without Ed25519 is no lie of the house', async () => {
  const old = mkdtempSync(join(folder, 'old-'))
  writeFileSync(join(old, 'openssl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${old}:${process.env.PATH}` }
  const said = await run('perl', ['verifier/verify.pl', 'log', log, key], { cwd: root, env }).catch(
    (error: unknown) => error,
  )
  expect(said).toMatchObject({ stdout: '', stderr: expect.stringContaining('OpenSSL 3') })
})

describe('npm run verify', () => {
  test('checks a round together with its proof from the log', async () => {
    const { Transaction_Id: id } = await playSlot(player)
    await catchUp(server.db, deps)
    const { round, logProof } = await proofsOf(id)
    const [file, proof] = [fileOf(JSON.stringify(round)), fileOf(logProof)]
    const said = await npmVerify(file, '--log-proof', proof, '--log-key', key)
    expect(said).toMatch(/ok {4}bet receipt in the log: entry \d+ of \d+/)
    expect(said).toContain('open  No witness that you trust has cosigned this.')
    expect(await npmVerify(file, '--log-proof', proof, '--log-key', key, ...byWitness)).toContain(
      'FAIL  receipts in the log\n          No witness that you named has cosigned this.',
    )

    // The file as the browser saves it, with the log's part in it.
    const saved = { ...round.Data, log: { key, witnesses: [], proofs: [logProof] } }
    const whole = await npmVerify(fileOf(JSON.stringify(saved)), '--log-key', key)
    expect(whole).toContain('ok    bet receipt in the log')
    expect(whole).toContain('FAIL  receipts in the log')
    const end = await (
      await fetch(`${server.url}/api/receiptProof?Transaction_Id=${id}&receipt=end`)
    ).text()
    const both = { ...saved, log: { ...saved.log, proofs: [logProof, end] } }
    const good = await npmVerify(fileOf(JSON.stringify(both)))
    expect(good).toContain('ok    end receipt in the log')
    expect(good).not.toContain('FAIL')
    expect(good).toContain('The log was checked by keys that the file names')

    const another = await proofsOf((await playSlot(player)).Transaction_Id)
    expect(another.status).toBe(404)
    const wrong = fileOf(JSON.stringify(another.round))
    expect(await npmVerify(wrong, '--log-proof', proof, '--log-key', key)).toContain(
      'FAIL  receipts in the log',
    )
  })
})

test('the log names the witnesses that it asks', async () => {
  expect(await (await fetch(`${log}/witnesses`)).text()).toBe('')
  await playSlot(player)
  await catchUp(server.db, { ...deps, witnesses: [witness] })
  const named = await (await fetch(`${log}/witnesses`)).text()
  expect(named).toBe(`${verifierText(witness)}\n`)
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
