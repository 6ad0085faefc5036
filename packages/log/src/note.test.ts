import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import {
  type Checkpoint,
  checkpointText,
  cosign,
  cosignedAt,
  judgeCosignature,
  parseCheckpoint,
} from './checkpoint.ts'
import { bundleOf, entriesOf, entryKinds, entryOf } from './entries.ts'
import { emptyRoot, hashOfRange, tilesAt } from './index.ts'
import {
  judgeNote,
  lineText,
  type NoteKey,
  noteText,
  parseLines,
  parseNote,
  parseVerifier,
  signNote,
  verifierText,
} from './note.ts'
import { isSplit, parseProof, proofText, verifyLogProof } from './proof.ts'
import { grownTiles } from './tiles.ts'
import { consistencyRanges, inclusionRanges, leafHash } from './tree.ts'
import { addCheckpointText, judgeAddCheckpoint, originOf } from './witness.ts'

/** A key of Node's own, so that another implementation makes the signatures. */
function keyOf(name: string, type: 'note' | 'cosignature', fill = 1): NoteKey {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, fill),
  ])
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { name, type, publicKey, sign: (message) => sign(null, message, secret) }
}

const log = keyOf('localhost/log', 'note')
const witness = keyOf('witness.example/w1', 'cosignature', 2)

describe('known answers of the specification:', () => {
  const known = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  const message =
    'This is an example message.\n\n' +
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

  test('the verifier key', () => {
    const verifier = parseVerifier(known)!
    expect(verifier.name).toBe('example.com/foo')
    expect(verifierText(verifier)).toBe(known)
  })

  test('its note, to the byte', () => {
    const note = parseNote(message)!
    expect(noteText(note)).toBe(message)
    expect(judgeNote(note, parseVerifier(known)!)).toBe('good')
    expect(judgeNote(parseNote(message.replace('This', 'Thus'))!, parseVerifier(known)!)).toBe(
      'wrong',
    )
  })

  test('the checkpoint with a cosignature', () => {
    const text = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`
    const note = parseNote(text)!
    expect(noteText(note)).toBe(text)
    const checkpoint = parseCheckpoint(note.text)!
    expect(checkpoint.size).toBe(20_852_163)
    expect(checkpointText(checkpoint)).toBe(note.text)
    expect(note.signatures[1]?.bytes.length).toBe(76)
  })
})

/** A key as text, with the id that belongs to it. */
function keyText(name: string, type: number, length = 32): string {
  const key = Buffer.alloc(1 + length, 7).fill(type, 0, 1)
  const id = createHash('sha256').update(`${name}\n`).update(key).digest('hex').slice(0, 8)
  return `${name}+${id}+${key.toString('base64')}`
}

test('a verifier key signs notes or cosigns', () => {
  expect(parseVerifier(keyText('a', 1))).toMatchObject({ name: 'a', type: 'note' })
  expect(parseVerifier(keyText('a', 4))).toMatchObject({ name: 'a', type: 'cosignature' })
})

test.each([
  ['a key name with a space', keyText('a b', 1)],
  ['a key name with a control character', keyText('a\u0080', 1)],
  ['a key without a name', keyText('', 1)],
  ['another id', keyText('a', 1).replace(/\+./, (id) => (id === '+0' ? '+1' : '+0'))],
  ['another type', keyText('a', 2)],
  ['a key of 31 bytes', keyText('a', 1, 31)],
  ['nothing', ''],
])('%s is no verifier key', (_, text) => {
  expect(parseVerifier(text)).toBe(null)
})

const signed = (checkpoint: Checkpoint) => signNote(checkpointText(checkpoint), log)

test('a note may have empty lines, and a signature of one byte behind its key', () => {
  expect(parseNote('te\n\nxt\n\n— a AAAAAAA=\n')).toMatchObject({ text: 'te\n\nxt\n' })
})

test.each([
  ['no empty line', 'text\n— a AAAAAAA=\n'],
  ['half a character', 'te\ud800xt\n\n— a AAAAAAA=\n'],
  ['no signature', 'text\n\n'],
  ['no newline at the end', 'text\n\n— a AAAAAAA='],
  ['a control character', 'te\txt\n\n— a AAAAAAA=\n'],
  ['a hyphen for the dash', 'text\n\n- a AAAAAAA=\n'],
  ['base 64 with other last bits', 'text\n\n— a AAAAAAB=\n'],
  ['a signature of four bytes', 'text\n\n— a AAAAAA==\n'],
])('a note with %s is none', (_, text) => {
  expect(parseNote(text)).toBe(null)
})

const root = `${'A'.repeat(43)}=`
test('a checkpoint may have more lines', () => {
  expect(parseCheckpoint(`a\n1\n${root}\nmore\n`)).toMatchObject({ origin: 'a', size: 1 })
})

test.each([
  'a\n1\n',
  `a\n01\n${root}\n`,
  `\n1\n${root}\n`,
  `a\n-1\n${root}\n`,
  'a\n1\nAAAA\n',
  `a\n1\n${root}`,
  `a\n1\n${root}\n\n`,
  `a\n1\n${root}\nmore\n\n`,
])('%j is no checkpoint', (text) => {
  expect(parseCheckpoint(text)).toBe(null)
})

test('a key is asked for by name and id: lines of others are passed over', () => {
  const note = signed({ origin: log.name, size: 0, root: emptyRoot() })
  expect(judgeNote(note, log)).toBe('good')
  expect(judgeNote(note, keyOf('localhost/log', 'note', 3))).toBe('absent')
  const [line] = note.signatures
  const forged = {
    name: log.name,
    bytes: Uint8Array.from(line!.bytes, (b, i) => (i === 9 ? b ^ 1 : b)),
  }
  expect(judgeNote({ ...note, signatures: [line!, forged] }, log)).toBe('wrong')
})

test('a cosignature is of one text, one time and one witness', () => {
  const text = checkpointText({ origin: log.name, size: 0, root: emptyRoot() })
  const line = cosign(text, witness, 1_679_315_147)
  expect(cosignedAt(text, line, witness)).toBe(1_679_315_147)
  expect(cosignedAt(`${text}more\n`, line, witness)).toBe(null)
  expect(cosignedAt(text, line, keyOf('witness.example/w1', 'cosignature', 4))).toBe(null)
  const later = { ...line, bytes: Uint8Array.from(line.bytes, (b, i) => (i === 11 ? b + 1 : b)) }
  expect(cosignedAt(text, later, witness)).toBe(null)
  expect(judgeCosignature({ text, signatures: [line] }, witness)).toBe('good')
  expect(judgeCosignature({ text, signatures: [line, later] }, witness)).toBe('wrong')
  const longer = { ...line, bytes: Buffer.concat([line.bytes, Buffer.of(0)]) }
  expect(cosignedAt(text, longer, witness)).toBe(null)
  // A log's own key is no witness's, though it signs the same.
  const asLog = { ...witness, type: 'note' } as const
  expect(cosignedAt(text, cosign(text, asLog, 1_679_315_147), asLog)).toBe(null)
  expect(judgeCosignature({ text, signatures: [later] }, witness)).toBe('wrong')
})

// A log of twelve entries, and one that differs from it at the third.
const entries = Array.from({ length: 12 }, (_, place) => entryOf(entryKinds.bet, `{"n":${place}}`))
const leaves = entries.map(leafHash)
const other = leaves.with(2, leafHash(utf8('another')))
const tilesOf = (all: readonly Uint8Array[]) => tilesAt(grownTiles(0, all, () => new Uint8Array()))
const headOf = (size: number, all = leaves): Checkpoint => ({
  origin: log.name,
  size,
  root: hashOfRange([0, size], tilesOf(all)),
})
const consistency = (old: number, size: number, all = leaves) =>
  consistencyRanges(old, size).map((range) => hashOfRange(range, tilesOf(all)))

test('bundles of entries give back what went in', () => {
  expect(entriesOf(bundleOf(entries))).toEqual(entries)
  expect(bundleOf([entries[0]!]).subarray(0, 3)).toEqual(Uint8Array.of(0, 33, 2))
  expect(entriesOf(bundleOf(entries).subarray(0, 40))).toBe(null)
})

describe('a proof of an entry', () => {
  const note = signed(headOf(12))
  const path = inclusionRanges(7, 12).map((range) => hashOfRange(range, tilesOf(leaves)))
  const text = proofText({
    index: 7,
    path,
    note: { ...note, signatures: [...note.signatures, cosign(note.text, witness, 9)] },
  })
  const trust = { logs: [log], witnesses: [witness] }

  test('holds for its entry, and says who cosigned', () => {
    expect(text.startsWith('c2sp.org/tlog-proof@v1\nindex 7\n')).toBe(true)
    expect(verifyLogProof(text, entries[7]!, trust)).toMatchObject({
      ok: true,
      index: 7,
      cosignedBy: [witness.name],
    })
    const withExtra = text.replace('index 7', 'extra AAAA\nindex 7')
    expect(verifyLogProof(withExtra, entries[7]!, trust).ok).toBe(true)
  })

  test('holds for no other entry, place, log or key', () => {
    expect(verifyLogProof(text, entries[6]!, trust)).toMatchObject({ ok: false, isOther: true })
    const moved = text.replace('index 7', 'index 6')
    expect(verifyLogProof(moved, entries[7]!, trust).ok).toBe(false)
    for (const logs of [[keyOf('localhost/log', 'note', 3)], [keyOf('other/log', 'note')], []])
      expect(verifyLogProof(text, entries[7]!, { ...trust, logs }).ok).toBe(false)
  })

  test('each changed byte is found', () => {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const found = verifyLogProof(changed.toString(), entries[7]!, trust)
      // A key's line that was renamed is a stranger's, and then the witness is missing.
      expect(found.ok && found.cosignedBy.length === 1, `byte ${at}`).toBe(false)
    }
  })

  test('is read back as it was', () => {
    const read = parseProof(text)!
    expect(proofText(read)).toBe(text)
    expect(parseProof(text.replace('@v1', '@v2'))).toBe(null)
  })
})

describe('a witness', () => {
  const seconds = 1_700_000_000
  const note = signed(headOf(12))
  const judge = (body: string, last: Checkpoint | null, known = true) =>
    judgeAddCheckpoint(body, known ? { log, last } : null, witness, seconds)

  test('200: cosigns the first checkpoint, and later ones that keep what it saw', () => {
    const first = judge(addCheckpointText(0, [], signed(headOf(5))), null)
    expect(first.status).toBe(200)
    expect(first.kept?.checkpoint).toEqual(headOf(5))
    const next = judge(addCheckpointText(5, consistency(5, 12), note), headOf(5))
    expect(next.status).toBe(200)
    const [line] = parseLines(next.body)!
    expect(cosignedAt(note.text, line!, witness)).toBe(seconds)
    expect(lineText(line!)).toBe(next.body)
    expect(judgeNote(next.kept!.note, log)).toBe('good')
    const again = judge(addCheckpointText(12, [], note), headOf(12))
    expect(again.status).toBe(200)
  })

  test('TLOG-08 keeps two lines of a note, however many a stranger has added to it', () => {
    const [signature] = note.signatures
    const foreign = { name: log.name, bytes: new Uint8Array(68) }
    for (const signatures of [
      Array.from({ length: 100 }, () => signature!),
      [signature!, ...Array.from({ length: 99 }, () => foreign)],
    ]) {
      const { status, kept } = judge(addCheckpointText(0, [], { ...note, signatures }), null)
      expect(status).toBe(200)
      const read = parseNote(noteText(kept!.note))!
      expect(read.signatures).toHaveLength(2)
      expect(judgeNote(read, log)).toBe('good')
      expect(judgeCosignature(read, witness)).toBe('good')
    }
  })

  test('400: a request that is none, or goes backwards', () => {
    for (const body of [
      '',
      'old 1\n',
      `old -1\n\n${noteText(note)}`,
      `old 01\n\n${noteText(note)}`,
    ])
      expect(judge(body, null).status).toBe(400)
    expect(judge(addCheckpointText(13, [], note), headOf(12)).status).toBe(400)
    const proof = Array.from({ length: 64 }, emptyRoot)
    expect(judge(addCheckpointText(5, proof, note), headOf(5)).status).toBe(400)
    expect(judge(addCheckpointText(5, proof.slice(1), note), headOf(5)).status).toBe(422)
    expect(originOf('old 0\n')).toBe(null)
  })

  test('403: a signature that is wrong or missing', () => {
    const forged = signNote(note.text, keyOf(log.name, 'note', 3))
    expect(judge(addCheckpointText(0, [], forged), null).status).toBe(403)
    const text = checkpointText({ ...headOf(12), size: 11 })
    expect(judge(addCheckpointText(0, [], { ...note, text }), null).status).toBe(403)
  })

  test('404: a log that it does not know', () => {
    expect(judge(addCheckpointText(0, [], note), null, false).status).toBe(404)
    expect(originOf(addCheckpointText(0, [], note))).toBe(log.name)
  })

  test('409: another size than the one that it cosigned last, which it names', () => {
    const answer = judge(addCheckpointText(0, [], note), headOf(5))
    expect(answer).toMatchObject({ status: 409, body: '5\n', type: 'text/x.tlog.size' })
  })

  test('409: another root of the size that it cosigned last', () => {
    const changed = signed(headOf(12, other))
    const answer = judge(addCheckpointText(12, [], changed), headOf(12))
    expect(answer).toMatchObject({ status: 409, type: 'text/plain; charset=utf-8' })
    expect(answer.kept).toBeUndefined()
  })

  test('422: a log that takes something back', () => {
    const changed = signed(headOf(12, other))
    const proof = consistency(5, 12, other)
    expect(judge(addCheckpointText(5, proof, changed), headOf(5)).status).toBe(422)
    expect(judge(addCheckpointText(5, [], note), headOf(5)).status).toBe(422)
    expect(judge(addCheckpointText(0, consistency(5, 12), note), null).status).toBe(422)
    const empty = signed({ origin: log.name, size: 0, root: leaves[0]! })
    expect(judge(addCheckpointText(0, [], empty), null).status).toBe(422)
  })
})

test('a log that shows two people two histories is found by their checkpoints', () => {
  expect(isSplit(headOf(12), headOf(12, other))).toBe(true)
  expect(isSplit(headOf(12), headOf(12))).toBe(false)
  expect(isSplit(headOf(12), headOf(5))).toBe(false)
})

test('a checkpoint counts only if it is signed by the equation without the cofactor', () => {
  // The log signs with R moved by a point of order 8.
  const { Point } = ed25519
  const [scalar, nonce] = [123_456_789n, 987_654_321n]
  const torsion = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  const publicKey = Point.BASE.multiply(scalar).toBytes()
  const r = Point.BASE.multiply(nonce).add(torsion).toBytes()
  const sign = (message: Uint8Array) => {
    const k = Point.Fn.create(
      bytesToNumberLE(sha512(Uint8Array.of(...r, ...publicKey, ...message))),
    )
    return Uint8Array.of(...r, ...Point.Fn.toBytes(Point.Fn.create(nonce + k * scalar)))
  }
  const text = 'a text\n'
  expect(ed25519.verify(sign(utf8(text)), utf8(text), publicKey, { zip215: false })).toBe(true)
  const key = { name: 'log', type: 'note', publicKey, sign } as const
  expect(judgeNote(signNote(text, key), key)).toBe('wrong')
})
