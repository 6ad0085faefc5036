import { createHash } from 'node:crypto'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { one, sql } from '../../platform/database/database.ts'
import type { Hex } from '../chain/chain.ts'
import { firstId } from './chain-worker.ts'
import { type Operation, requestedOperations } from './operation.ts'
import { recordSigned } from './signed-bytes.ts'

let scene: Scene
let ops: Operation[]
beforeAll(async () => {
  scene = await setScene()
  for (let made = 0; made < 2; made += 1) {
    const player = await scene.newPlayer(fkr(100))
    await player.link()
    must(await player.report(fkr(100)))
  }
  ops = await requestedOperations(scene.db.database, 'deposit', firstId, 10)
})
afterAll(() => scene.close())

const nextNonce = async () =>
  (
    await one(
      scene.db.database.rows<{ nonce: bigint }>(sql`select next_nonce as nonce from cashier.house`),
    )
  ).nonce

let made = 0
const sign = (op: Operation, nonce: bigint, attempt: number) => {
  made += 1
  const hash: Hex = `0x${createHash('sha256').update(`${made}`).digest('hex')}`
  return recordSigned(scene.worker, op, { nonce, attempt, gas: 1n, signed: { raw: '0x00', hash } })
}

test('CASH-36 an operation gets one nonce, the next one, for ever; replacements keep it', async () => {
  const [first, second] = [ops[0]!, ops[1]!]
  const nonce = await nextNonce()
  expect(await sign(first, nonce + 1n, 0)).toBe('moved')
  expect(await sign(first, nonce - 1n, 0)).toBe('moved')
  expect(await sign(first, nonce, 1)).toBe('moved')
  expect(await sign(first, nonce, 0)).toBe('stored')
  expect(await nextNonce()).toBe(nonce + 1n)

  expect(await sign(first, nonce + 1n, 0)).toBe('moved')
  expect(await sign(second, nonce, 0)).toBe('moved')
  expect(await sign(first, nonce, 2)).toBe('moved')
  expect(await sign(first, nonce + 1n, 1)).toBe('moved')
  expect(await sign(first, nonce, 1)).toBe('stored')
  expect(await sign(first, nonce, 1)).toBe('moved')
  expect(await sign(second, nonce + 1n, 0)).toBe('stored')
  expect(await nextNonce()).toBe(nonce + 2n)
})
