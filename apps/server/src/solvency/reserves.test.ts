import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hundredths } from '@pipkin/money'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { hasPython, python } from '../../test/has-programs.ts'
import { solvencyStatement } from './statement.ts'

const folder = mkdtempSync(join(tmpdir(), 'pipkin-reserves-'))
afterAll(() => rmSync(folder, { recursive: true }))

const house = privateKeyToAccount(generatePrivateKey())
const facts = {
  snapshot: '20261122T120000Z',
  root: 'ab'.repeat(32),
  owed: hundredths(123_456n),
  block: 30n,
  held: hundredths(200_050n),
}

const published = async () => ({
  snapshot: facts.snapshot,
  root: facts.root,
  owed: 1234.56,
  block: 30,
  held: 2000.5,
  signature: await house.signMessage({ message: solvencyStatement(facts) }),
})

/** What the verifier says of a list with one snapshot. */
function judge(snapshot: object, address: string, ...more: string[]) {
  const path = join(folder, 'list.json')
  writeFileSync(path, JSON.stringify({ Data: [snapshot], chain: { house: address } }))
  const given = ['verifier/reserves.py', path, ...more]
  const { status, stdout, stderr } = spawnSync(python, given, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.skipIf(!hasPython())('the verifier of reserves goes by the house’s signature', async () => {
  const row = await published()
  const { status, said } = judge(row, house.address)
  expect(said).toMatch(/^The house has signed 1 snapshots, the newest of 2000\.5 fkr held\./)
  expect(status).toBe(0)

  const another = privateKeyToAccount(generatePrivateKey()).address
  expect(judge(row, another, '--house', house.address).status).toBe(0)
  const wrong = [
    judge(row, another),
    ...Object.entries({
      ...{ snapshot: '20261122T120001Z', root: 'ac'.repeat(32), owed: 1234.55, block: 31 },
      ...{ held: 2000.51, signature: `${row.signature.slice(0, -3)}00${row.signature.slice(-1)}` },
    }).map(([member, value]) => judge({ ...row, [member]: value }, house.address)),
  ]
  for (const { status, said } of wrong) {
    expect(said).toContain("WRONG  The house didn't sign what it says of snapshot")
    expect(status).toBe(1)
  }

  const withoutNode = judge(row, house.address, '--rpc', 'http://127.0.0.1:1')
  expect(withoutNode.said).toContain("The node doesn't answer eth_chainId")
  expect(withoutNode.status).toBe(2)
})
