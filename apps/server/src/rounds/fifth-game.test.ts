import { randomBytes } from 'node:crypto'
import { type AnyGame, games, type Rules } from '@pipkin/games'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/fresh-database.ts'
import { makePlayer, setCatalogue } from '../../test/player.ts'
import { audit, auditReport } from '../operator/audit/audit.ts'
import { sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'
import { readProof } from './read-proof.ts'
import { createSigner } from './receipts.ts'
import { roundLedger } from './round-ledger.ts'

/** A game that the server has never heard of: heads or tails, for 1.5 times the stake. */
const coinRules = { game: 'coin', version: 1, winPercentage: 100 }

interface CoinState {
  readonly heads: boolean
  readonly called: string | null
}

const coin = {
  name: 'coin',
  parseRules: (value: unknown) => (JSON.stringify(value)?.includes('"coin"') ? coinRules : null),
  open: (
    _rules: unknown,
    _kind: boolean,
    chance: { ints(label: string): (n: number) => number },
  ): CoinState => ({
    heads: chance.ints('toss')(2) === 0,
    called: null,
  }),
  parseMove: (value: unknown) =>
    typeof value === 'object' && value !== null && 'call' in value ? value : null,
  play: (state: CoinState, move: { call: string }) =>
    state.called
      ? { ok: false, why: 'the round has ended' }
      : { ok: true, state: { ...state, called: move.call } },
  view: (state: CoinState) => (state.called ? { called: state.called, heads: state.heads } : {}),
  outcome: (state: CoinState) => {
    if (!state.called) return null
    return (state.called === 'heads') === state.heads
      ? { status: 'Win', pays: 150 }
      : { status: 'Loss', pays: 0 }
  },
  finishingMove: () => ({ call: 'heads' }),
}

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  // All that a fifth game needs: a line in the catalogue of rules, and its settings.
  Object.assign(games, { coin: coin as unknown as AnyGame })
  await db.owner.rows(
    sql`select ledger.set_game(5::smallint, 'Coin', 100, 500, 10000, sha256('{"game":"coin","version":1,"winPercentage":100}'), $1::jsonb, 0, null, 4::smallint, true)`,
    [JSON.stringify(coinRules)],
  )
})
afterAll(async () => {
  Reflect.deleteProperty(games, 'coin')
  await db.close()
})

test('a fifth game is played, paid, proven and audited by a server that was not changed for it', async () => {
  const deps = {
    database: db.database,
    surroundings: system,
    signer: createSigner(randomBytes(32)),
    paced: false,
    ledger: roundLedger(db.database),
  }
  const player = await makePlayer(db, { deposit: fkr(500) })
  let won = 0n
  for (let round = 0; round < 20; round += 1) {
    const bet = await placeBet(deps, { player, game: 5, stake: fkr(10) }, null)
    if (!bet.ok) throw new Error(bet.code)
    expect(bet.answer.Data?.state).toEqual({})
    const move = { call: 'heads' } as never
    const played = await playMove(
      deps,
      { player, transactionId: bet.answer.Transaction_Id, move },
      null,
    )
    if (!played.ok) throw new Error(played.code)
    won += played.answer.Data.Return_Amt
    const proof = await readProof(deps, bet.answer.Transaction_Id)
    expect(proof).toMatchObject({
      ok: true,
      answer: { Data: { game: 'coin', rules: coinRules satisfies object as unknown as Rules } },
    })
  }
  const [wallets] = await db.database.rows<{ deposit: bigint; win: bigint }>(
    sql`select deposit, win from ledger.wallets where player_id = $1`,
    [player],
  )
  expect(wallets).toEqual({ deposit: fkr(300), win: won })
  const findings = await audit({ database: db.worker, surroundings: system }, { full: true })
  expect(auditReport(findings)).not.toContain('WRONG')
})
