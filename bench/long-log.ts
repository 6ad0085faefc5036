import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  bundleOf,
  checkpointText,
  entriesPath,
  entryKinds,
  entryOf,
  grownTiles,
  hashOfRange,
  leafHash,
  type NoteKey,
  noteText,
  signNote,
  tilePath,
  tilesAt,
  tileWidth,
  verifierText,
} from '@pipkin/log'
import { ed25519Key } from '../apps/server/src/platform/process/ed25519-key.ts'

/**
 * Writes a log of generated entries as files, for the verifiers to read:
 * `node bench/long-log.ts FOLDER [entries]`, which prints its key and how long it took.
 */
const [folder, count = '1000000'] = process.argv.slice(2)
if (!folder) throw new Error('Which folder?')
const size = Number(count)

function put(path: string, content: Uint8Array | string): void {
  const file = join(folder ?? '', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const began = performance.now()
const entries = Array.from({ length: size }, (_, n) => entryOf(entryKinds.bet, `{"n":${n}}`))
const tiles = grownTiles(0, entries.map(leafHash), () => new Uint8Array())
for (const tile of tiles) put(tilePath(tile, tile.hashes.length / 32), tile.hashes)
for (let index = 0; index * tileWidth < size; index += 1) {
  const part = entries.slice(index * tileWidth, (index + 1) * tileWidth)
  put(entriesPath(index, part.length), bundleOf(part))
}
const key: NoteKey = {
  name: 'pipkin.example/log',
  type: 'note',
  ...ed25519Key(Buffer.alloc(32, 8)),
}
const root = hashOfRange([0, size], tilesAt(tiles))
put('checkpoint', noteText(signNote(checkpointText({ origin: key.name, size, root }), key)))
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
process.stdout.write(`${verifierText(key)}\n${tiles.length} tiles in ${seconds} s\n`)
