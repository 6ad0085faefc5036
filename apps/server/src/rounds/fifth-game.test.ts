import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productWithCoin } from '../../../../packages/games/test/product-with-coin.ts'
import type { RunningServer } from '../../test/processes/running-server.ts'
import { seeds } from '../../test/seeds.ts'
import { sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'

let product: string
let server: RunningServer

beforeAll(async () => {
  product = await productWithCoin()
  const { startServer }: typeof import('../../test/processes/running-server.ts') = await import(
    join(product, 'apps/server/test/processes/running-server.ts')
  )
  server = await startServer()
})
afterAll(async () => {
  await server?.close()
  await rm(product, { recursive: true, force: true })
})

test('a fifth game is played, paid, proven and audited by a server that was not changed for it', async () => {
  const player = await server.player({ deposit: fkr(500) })
  let won = 0
  for (let n = 0; n < 20; n += 1) {
    const bet = { User_Id: player.id, Game_Id: 5, Amount: -10, StatusMsg: 'amtplaced' }
    const { Transaction_Id } = (await player.post('addTransaction', bet)).body
    const move = { User_Id: player.id, Transaction_Id, Move: { call: 'heads' } }
    const { body } = await player.post('playRound', move)
    expect(body).toMatchObject({ Data: { Status: expect.stringMatching(/^(Win|Loss)$/) } })
    if (JSON.stringify(body).includes('"Status":"Win"')) won += 15
    const proof = await player.send(`roundProof?Transaction_Id=${Transaction_Id}`, {})
    expect(proof.body).toMatchObject({ Data: { game: 'coin', rules: { pays: 150 } } })
  }
  const wallets = await server.db.owner.rows(
    sql`select deposit, win from ledger.wallets where player_id = $1`,
    [player.id],
  )
  expect(wallets).toEqual([{ deposit: fkr(300), win: fkr(won) }])
  const { audit, auditReport }: typeof import('../operator/audit/audit.ts') = await import(
    join(product, 'apps/server/src/operator/audit/audit.ts')
  )
  const deps = { database: server.db.worker, surroundings: system, seeds }
  expect(auditReport(await audit(deps, { full: true }))).not.toContain('WRONG')
})
