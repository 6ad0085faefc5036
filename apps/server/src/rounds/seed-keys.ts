import { hkdfSync } from 'node:crypto'
import { hash, mac, macUnder, toHex, utf8 } from '@pipkin/games/bytes'
import { ConfigError } from '../config.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

/** What the database keeps of an epoch's seed: useless without the key. */
interface KeptSeed {
  readonly seed: Uint8Array
  /** The id of the key that it is mixed with. */
  readonly seedKey: string
}

/**
 * Mixes the seeds of epochs with a secret that the database doesn't hold, so that a copy of the
 * database doesn't foretell rounds (`docs/decisions/2026-11-seed-key.md`).
 */
export interface SeedKeys {
  /** The ids of all keys, that of new epochs first. */
  readonly ids: readonly string[]
  /** The seed that the epoch's chance is drawn from. Throws where its key isn't among these. */
  mix(player: number, kept: KeptSeed): Uint8Array
  /** JSON of the player's own keys in hex, by id: with these the database checks a commitment. */
  ofPlayer(player: number): string
  /** What APIs sign for the log's worker with (`log/hand-over.ts`). The database lacks it, too. */
  readonly handOverKey: Uint8Array
}

/** `current` is for new epochs; `older` are those that epochs were made under before. 32 bytes. */
export function createSeedKeys(current: Buffer, older: readonly Buffer[] = []): SeedKeys {
  const makers = new Map([current, ...older].map((key) => [idOf(key), keyMaker(key)]))
  return {
    ids: [...makers.keys()],
    mix(player, { seed, seedKey }) {
      const ofPlayer = makers.get(seedKey)
      if (!ofPlayer) throw new Error(missing([seedKey]))
      return mac(ofPlayer(player), seedLabel, seed)
    },
    ofPlayer: (player) =>
      JSON.stringify(
        Object.fromEntries(Array.from(makers, ([id, ofPlayer]) => [id, toHex(ofPlayer(player))])),
      ),
    handOverKey: Buffer.from(hkdfSync('sha256', current, '', 'log hand-over', 32)),
  }
}

/** Derives each player's own key. Only these reach the database, and it doesn't keep them. */
function keyMaker(key: Buffer): (player: number) => Uint8Array {
  const keyed = macUnder(key)
  return (player) => keyed(utf8(`fkr-player ${player}`))
}

const seedLabel = utf8('fkr-epoch-seed')
const idOf = (key: Buffer) => toHex(hash(utf8('fkr-seed-key'), key)).slice(0, 16)
const missing = (ids: readonly string[]) =>
  `SEED_KEY and OLD_SEED_KEYS lack the key ${ids.join(' and ')}, which epochs of this database were made under: add it (docs/runbooks/keys.md).`

const used = sql`select seed_key from ledger.seed_keys`
const use = sql`select ledger.use_seed_key($1)`

/** Throws `ConfigError` where epochs of the database were made under a key that isn't here. */
export async function checkSeedKeys(database: Queryable, { ids }: SeedKeys): Promise<void> {
  const rows = await database.rows<{ seed_key: string }>(used)
  const lacking = rows.map((row) => row.seed_key).filter((id) => !ids.includes(id))
  if (lacking.length > 0) throw new ConfigError([missing(lacking)])
}

/** The same, and mixes new epochs with the current key from now on. */
export async function useSeedKeys(database: Queryable, seeds: SeedKeys): Promise<void> {
  await checkSeedKeys(database, seeds)
  await database.rows(use, [seeds.ids[0]])
}
