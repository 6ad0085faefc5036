import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { hundredths } from '@pipkin/money'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
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
const judge = (snapshot: object, address: string, ...more: string[]) =>
  judgeList([snapshot], address, ...more)

/** A file with a list of snapshots. */
function listOf(snapshots: readonly object[], address: string): string {
  const path = join(folder, 'list.json')
  const chain = { chainId: 1, token: `0x${'a1'.repeat(20)}`, house: address }
  writeFileSync(path, JSON.stringify({ Data: snapshots, chain }))
  return path
}

function judgeList(snapshots: readonly object[], address: string, ...more: string[]) {
  const given = ['verifier/reserves.py', listOf(snapshots, address), ...more]
  const { status, stdout, stderr } = spawnSync(python, given, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

test.skipIf(!hasPython())('the verifier of reserves goes by the house’s signature', async () => {
  const row = await published()
  const { status, said } = judge(row, house.address)
  expect(said).toMatch(/^Snapshots that the house has signed: 1, the newest of 2000\.5 fkr held\./)
  expect(said).not.toContain('LESS')
  // The house itself says which token it counts: it could be one of its own.
  expect(said).toContain(
    `chain 1, token 0x${'a1'.repeat(20)},\nhouse ${house.address.toLowerCase()}.`,
  )
  expect(status).toBe(0)

  const short = { ...facts, held: hundredths(123_455n) }
  const signature = await house.signMessage({ message: solvencyStatement(short) })
  expect(judge({ ...row, held: 1234.55, signature }, house.address)).toMatchObject({
    status: 0,
    said: expect.stringContaining('\nThat is LESS than it owes: 1234.56 fkr.\n'),
  })

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

/** A node that answers this to everything. */
const nodeThatSays = (answer: object | string) =>
  nodeWith((_, response) => {
    // A text is no answer by HTTP.
    if (typeof answer === 'string') response.socket?.end(answer)
    else response.end(JSON.stringify(answer))
  })

/** A node of chain 1 where this address alone has tokens. */
const nodeWhereHolds = (address: string, fkr: bigint) =>
  nodeWith(async (request, response) => {
    const asked = await text(request)
    const units = asked.includes(address.slice(2).toLowerCase()) ? fkr * 10n ** 18n : 0n
    const result = asked.includes('eth_chainId') ? 1n : units
    response.end(JSON.stringify({ result: `0x${result.toString(16)}` }))
  })

async function nodeWith(answer: RequestListener): Promise<string> {
  const node = createServer(answer)
  node.listen(0, '127.0.0.1')
  onTestFinished(() => void node.close())
  await once(node, 'listening')
  const { port } = node.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test.skipIf(!hasPython())(
  'it blames the house neither for a node nor for what isn’t yet',
  async () => {
    const none = judgeList([], house.address)
    expect(none).toEqual({ status: 2, said: 'The house has published no snapshot yet.\n' })

    const path = listOf([await published()], house.address)
    for (const [answer, why] of [
      [{ result: '0x7' }, "The node isn't of chain 1: ask another one."],
      [{ error: { message: 'pruned' } }, 'The node refuses eth_chainId: {"error": '],
      [[], "The node doesn't answer eth_chainId: "],
      ['no HTTP\r\n\r\n', "The node doesn't answer eth_chainId: "],
    ] as const) {
      const given = ['verifier/reserves.py', path, '--rpc', await nodeThatSays(answer)]
      await expect(promisify(execFile)(python, given)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining(why),
      })
    }
  },
)

test.skipIf(!hasPython())(
  'OWED-13 it asks for the balance of the address that has signed, not of one that the list names',
  async () => {
    const held = hundredths(200_000n)
    const message = solvencyStatement({ ...facts, held })
    const row = {
      ...(await published()),
      held: 2000,
      signature: await house.signMessage({ message }),
    }
    const another = privateKeyToAccount(generatePrivateKey()).address
    const judgeAt = async (named: string, richest: string) => {
      const rpc = await nodeWhereHolds(richest, 2_000n)
      const given = ['verifier/reserves.py', listOf([row], named), '--house', house.address]
      return promisify(execFile)(python, [...given, '--rpc', rpc])
    }
    for (const named of [house.address, another])
      expect((await judgeAt(named, house.address)).stdout).toContain(
        `The chain says the same of block 30.\n`,
      )
    await expect(judgeAt(another, another)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^WRONG .* held 2000 fkr at block 30; the chain says 0\.$/m),
    })
  },
)
