import { randomBytes } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { coin, coinReturns, coinRules } from '../../../../packages/games/test/coin/index.ts'
import { freshDatabase, type TestDatabase } from '../../test/fresh-database.ts'
import { makePlayer, setCatalogue } from '../../test/player.ts'
import { seeds } from '../../test/seeds.ts'
import { audit, auditReport } from '../operator/audit/audit.ts'
import { sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'
import { readProof } from './read-proof.ts'
import { createSigner } from './receipts.ts'
import { roundLedger } from './round-ledger.ts'

vi.mock(import('../../../../packages/games/src/game-list.ts'), async (original) => {
  const { gameList } = await original()
  return { gameList: Object.assign([], gameList, { [gameList.length]: coin }) }
})
vi.mock(import('../../../../packages/games/src/returns/returns-list.ts'), async (original) => {
  const { returnsList } = await original()
  return { returnsList: { ...returnsList, coin: coinReturns } }
})

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())

test('a fifth game is played, paid, proven and audited by a server that was not changed for it', async () => {
  const deps = {
    database: db.database,
    surroundings: system,
    signer: createSigner(randomBytes(32)),
    seeds,
    paced: false,
    ledger: roundLedger(db.database, seeds),
  }
  const player = await makePlayer(db, { deposit: fkr(500) })
  let won = 0n
  for (let round = 0; round < 20; round += 1) {
    const bet = await placeBet(deps, { player, gameId: 5, stake: fkr(10) }, null)
    if (!bet.ok) throw new Error(bet.code)
    expect(bet.answer.round.view).toEqual({})
    const played = await playMove(
      deps,
      { player, transactionId: bet.answer.transactionId, move: { call: 'heads' } as never },
      null,
    )
    if (!played.ok) throw new Error(played.code)
    won += played.answer.round.payout
    const proof = await readProof(deps, bet.answer.transactionId)
    expect(proof).toMatchObject({
      ok: true,
      answer: { game: 'coin', rules: coinRules },
    })
  }
  const [wallets] = await db.database.rows<{ deposit: bigint; win: bigint }>(
    sql`select deposit, win from ledger.wallets where player_id = $1`,
    [player],
  )
  expect(wallets).toEqual({ deposit: fkr(300), win: won })
  const findings = await audit({ database: db.worker, surroundings: system, seeds }, { full: true })
  expect(auditReport(findings)).not.toContain('WRONG')
})
