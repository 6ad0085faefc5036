import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { Receipt } from '@pipkin/games'
import {
  checkpointText,
  cosign,
  entryKinds,
  entryOf,
  grownTiles,
  hashOfRange,
  inclusionRanges,
  leafHash,
  type NoteKey,
  noteText,
  proofText,
  signNote,
  tilesAt,
  verifierText,
} from '@pipkin/log'
import { loggedReceipt } from '../src/screens/proof/log-checks.ts'
import type { CallRequest } from './server.ts'

function keyOf(name: string, type: NoteKey['type'], fill: number): NoteKey {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  const secret = createPrivateKey({
    key: Buffer.concat([head, Buffer.alloc(32, fill)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { name, type, publicKey, sign: (message) => sign(null, message, secret) }
}

export const logKey = verifierText(keyOf('pipkin.example/log', 'note', 1))
export const witnessKey = verifierText(keyOf('witness.example', 'cosignature', 2))

/**
 * A log with these receipts in it behind another entry, which one witness cosigned at a Unix time;
 * null where none did.
 */
export function logOf(receipts: readonly Receipt[], cosignedAt: number | null = 1_795_500_000) {
  const [log, witness] = [
    keyOf('pipkin.example/log', 'note', 1),
    keyOf('witness.example', 'cosignature', 2),
  ]
  const entries = [
    entryOf(entryKinds.rulebook, '{}'),
    ...receipts.map((receipt) => {
      const { kind, canonicalJson } = loggedReceipt(receipt)
      return entryOf(entryKinds[kind], canonicalJson)
    }),
  ]
  const tileAt = tilesAt(grownTiles(0, entries.map(leafHash), () => new Uint8Array()))
  const size = entries.length
  const text = checkpointText({ origin: log.name, size, root: hashOfRange([0, size], tileAt) })
  const signed = signNote(text, log)
  const cosigned = cosignedAt === null ? [] : [cosign(text, witness, cosignedAt)]
  const note = { text, signatures: [...signed.signatures, ...cosigned] }
  const proofOf = (id: string, kind: string): string | null => {
    const place = receipts.findIndex(
      ({ facts }) =>
        'transactionId' in facts && facts.transactionId === id && facts.receipt === kind,
    )
    if (place < 0) return null
    const path = inclusionRanges(place + 1, size).map((range) => hashOfRange(range, tileAt))
    return proofText({ index: place + 1, path, note })
  }
  return {
    proofOf,
    /** What the server answers of it. */
    answers: {
      '/log/key': new Response(`${logKey}\n`),
      '/log/witnesses': new Response(`${witnessKey}\n`),
      '/log/checkpoint': new Response(noteText(note)),
      receiptProof: ({ query }: CallRequest) => {
        const proof = proofOf(query.Transaction_Id ?? '', query.receipt ?? '')
        if (proof === null)
          return Response.json({ Status: false, Message: 'Not found' }, { status: 404 })
        return new Response(proof, {
          headers: { 'Content-Disposition': 'attachment; filename="proof"' },
        })
      },
    },
  }
}
