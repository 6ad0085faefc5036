import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { onTestFinished } from 'vitest'
import { sequencer } from '../../src/log/append-entries.ts'
import { type PublishDeps, publishCheckpoint } from '../../src/log/publish-checkpoint.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { ed25519Key } from '../../src/platform/process/ed25519-key.ts'
import { placeBet } from '../../src/rounds/place-bet.ts'
import { playMove } from '../../src/rounds/play-move.ts'
import { createSigner } from '../../src/rounds/receipts.ts'
import type { TestDatabase } from '../database/fresh-database.ts'
import { makePlayer } from '../players/player.ts'
import { seeds } from '../seeds.ts'
import { betDeps } from './bet-deps.ts'

/** What plays rounds on a database, without an API before it. */
export function playersOf(db: TestDatabase, signer = createSigner(randomBytes(32))) {
  const deps = { ...betDeps(db.database), signer }
  return {
    signer,
    newPlayer: () => makePlayer(db, { deposit: fkr(5_000) }),
    /** Bets on the slot; answers the round's id. */
    async bet(player: PlayerId, gameId = 3, clientSeed?: string): Promise<string> {
      const bet = { player, gameId, stake: fkr(10), ...(clientSeed && { clientSeed }) }
      const placed = await placeBet(deps, bet, null)
      if (!placed.ok) throw new Error(placed.code)
      return placed.answer.transactionId
    },
    /** Ends such a round. */
    async spin(player: PlayerId, transactionId: string) {
      const played = await playMove(deps, { player, transactionId, move: { spin: true } }, null)
      if (!played.ok) throw new Error(played.code)
    },
  }
}

/** A folder that is gone after the test. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const logName = 'pipkin.example/log'

/** Publishes with a key of its own and without witnesses. */
export const publisher = (db: TestDatabase, given: Partial<PublishDeps> = {}): PublishDeps => ({
  database: db.worker,
  key: { name: logName, ...ed25519Key(Buffer.alloc(32, 8)) },
  cosign: async (note) => note,
  witnesses: [],
  ...given,
  file: given.file ?? join(folderForTest(), 'checkpoint'),
})

const missing = sql`
  select (select count(*)::int from log.waiting)
       + (select count(*)::int + count(settled_at)::int from ledger.rounds)
       - (select count(*)::int from log.receipts) as count`

/**
 * Runs a sequencer until everything has its entry. The first call only notes a moment, and any
 * other test that writes holds the next calls back.
 */
export async function appendAll(
  { owner }: TestDatabase,
  append: () => Promise<number>,
): Promise<void> {
  do await append()
  while ((await one(owner.rows<{ count: number }>(missing))).count > 0)
}

/** Appends everything, and publishes. */
export async function catchUp(db: TestDatabase, deps: PublishDeps): Promise<number> {
  await appendAll(db, sequencer({ database: db.worker, seeds }))
  return publishCheckpoint(deps)
}

const entries = sql`
  select count(*)::int as count, coalesce(max(index), -1)::int as last,
         (select size::int from log.state) as size,
         count(distinct entry)::int as different
  from log.entries`

/** How many entries there are, and whether their places have no gap. */
export const countEntries = ({ owner }: TestDatabase) =>
  one(owner.rows<{ count: number; last: number; size: number; different: number }>(entries))
