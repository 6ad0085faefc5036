import { createHash, createHmac } from 'node:crypto'
import { toHex } from '@pipkin/games/bytes'
import { describe, expect, test } from 'vitest'
import { byHash, houseOf, owed, snapshot } from '../test/house.ts'
import {
  type Amounts,
  checkOwn,
  checkTree,
  leafOf,
  nodeOf,
  ownNonce,
  ownTag,
  splitAmounts,
  sumOf,
} from './index.ts'

const whole = Object.values(owed).reduce((sum, amounts) => sum + sumOf(amounts), 0n)

describe('known answers, from Node’s own hashes', () => {
  const nonce = Buffer.alloc(32, 7)
  const u64 = (...values: number[]) =>
    Buffer.concat(
      values.map((value) => {
        const bytes = Buffer.alloc(8)
        bytes.writeBigUInt64BE(BigInt(value))
        return bytes
      }),
    )
  const sha256 = (...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  const leaf = sha256(
    Buffer.of(0),
    snapshot,
    u64(1, 2, 3, 4, 5, 6),
    createHmac('sha256', nonce).update(snapshot).digest(),
  )

  test('a leaf', () => {
    const made = leafOf(snapshot, [1n, 2n, 3n, 4n, 5n, 6n], ownTag(nonce, snapshot))
    expect(made.sum).toBe(21n)
    expect(toHex(made.hash)).toBe(leaf.toString('hex'))
  })

  test('a node hashes both hashes and both sums', () => {
    const node = nodeOf({ hash: leaf, sum: 21n }, { hash: leaf, sum: 4n })
    expect(node.sum).toBe(25n)
    expect(toHex(node.hash)).toBe(sha256(Buffer.of(1), leaf, u64(21), leaf, u64(4)).toString('hex'))
  })

  test('the number of a player', () => {
    const made = ownNonce(nonce, '10000001')
    expect(toHex(made)).toBe(
      sha256('fkr-own-nonce', Buffer.of(0, 0, 0, 8), '10000001', nonce).toString('hex'),
    )
  })
})

test('each player finds the own money in a tree that adds up, of any size', () => {
  for (let count = 1; count <= 5; count += 1) {
    const some = Object.fromEntries(Object.entries(owed).slice(0, count))
    const { published, proofOf, levels } = houseOf(some)
    expect(checkTree(levels, published)).toEqual({ wrong: [] })
    for (const [player, amounts] of Object.entries(some))
      expect(checkOwn(proofOf(player), published, player)).toEqual({ wrong: [], amounts })
  }
  expect(houseOf(owed).published.owed).toBe(whole)
})

test('parts add up, differ, and show no balance', () => {
  for (let n = 0; n < 500; n += 1) {
    const tag = createHash('sha256').update(String(n)).digest()
    const amounts: Amounts = [BigInt(n), 0n, BigInt(n * 7), 1n, 0n, BigInt(n % 3)]
    const parts = splitAmounts(amounts, tag)
    expect(parts.length).toBeLessThanOrEqual(4)
    expect(new Set(parts.map(String)).size).toBe(parts.length)
    expect(amounts.map((_, kind) => parts.reduce((sum, part) => sum + part[kind]!, 0n))).toEqual(
      amounts,
    )
  }
  const sums = new Set(houseOf(owed).levels[0]!.map(({ sum }) => sum))
  expect(sums.has(String(sumOf(owed['10000003']!)))).toBe(false)
})

describe('planted frauds', () => {
  test('OWED-01 a node’s sum as the larger of its children is found by anyone who adds up', () => {
    const { published, levels } = houseOf(owed)
    const leaves = levels[0]!
    const at = leaves.findIndex(
      ({ sum }, index) => index % 2 === 0 && sum !== '0' && (leaves[index + 1]?.sum ?? '0') !== '0',
    )
    const [left, right] = [leaves[at]!, leaves[at + 1]!]
    const cheat = levels.map((level) => [...level])
    const larger = BigInt(left.sum) > BigInt(right.sum) ? left.sum : right.sum
    cheat[1]![at / 2] = { ...cheat[1]![at / 2]!, sum: larger }
    expect(checkTree(cheat, published).wrong).toEqual([
      expect.stringMatching(/^Node \d of level 1 says [\d.]+ fkr, and [\d.]+ are below it\.$/),
    ])
  })

  test('OWED-02 one leaf for two players of equal balance is found by the second', () => {
    const shared = houseOf(owed, (leaf) => (leaf.player === '10000002' ? [] : [leaf]))
    const first = shared.proofOf('10000001')
    expect(checkOwn(first, shared.published, '10000001').wrong).toEqual([])
    const why = [expect.stringMatching(/^These leaves weren't made for you alone: another player/)]
    expect(checkOwn(first, shared.published, '10000002').wrong).toEqual(why)
    expect(checkOwn({ ...first, player: '10000002' }, shared.published, '10000002').wrong).toEqual(
      why,
    )
  })

  test('OWED-03 an inner node shown as a leaf is no leaf', () => {
    const { published, proofOf, levels } = houseOf(owed)
    const proof = proofOf('10000001')
    const [leaf] = proof.leaves
    const short = { ...leaf!, path: leaf!.path.slice(1), index: Math.floor(leaf!.index / 2) }
    expect(checkOwn({ ...proof, leaves: [short] }, published, '10000001').wrong).toEqual([
      expect.stringMatching(/not a leaf with its whole way up|its way leads to another root/),
    ])
    // Nor is a tree without its leaves.
    expect(checkTree(levels.slice(1), published).wrong).toHaveLength(1)
  })

  test('OWED-04 a negative sum is no sum, in a tree, in a way, in a leaf', () => {
    const { published, proofOf, levels } = houseOf(owed)
    const cheat = levels.map((level) => [...level])
    cheat[0]![0] = { ...cheat[0]![0]!, sum: '-5' }
    expect(checkTree(cheat, published).wrong).toEqual(['Node 0 of level 0 has no hash, or no sum.'])
    const proof = proofOf('10000001')
    const [leaf, ...more] = proof.leaves
    const amounts = ['-1', ...leaf!.amounts.slice(1)]
    const path = leaf!.path.map((node) => ({ ...node, sum: '-1' }))
    for (const wrong of [
      { ...leaf!, amounts },
      { ...leaf!, path },
    ])
      expect(
        checkOwn({ ...proof, leaves: [wrong, ...more] }, published, '10000001').wrong,
      ).toHaveLength(1)
    expect(() => leafOf(snapshot, [-1n, 0n, 0n, 0n, 0n, 0n], new Uint8Array(32))).toThrow(
      RangeError,
    )
    const full = { hash: new Uint8Array(32), sum: 2n ** 64n - 1n }
    expect(() => nodeOf(full, { ...full, sum: 1n })).toThrow(RangeError)
  })

  test('OWED-05 a player left out is found by that player alone', () => {
    const without = houseOf(owed, (leaf) => (leaf.player === '10000003' ? [] : [leaf]))
    expect(checkTree(without.levels, without.published).wrong).toEqual([])
    expect(checkOwn(without.proofOf('10000001'), without.published, '10000001').wrong).toEqual([])
    expect(checkOwn(without.proofOf('10000003'), without.published, '10000003').wrong).toEqual([
      'You were left out: the tree has no leaf of yours.',
    ])
    // Nor does the proof of the right tree lead to the published root.
    const honest = houseOf(owed).proofOf('10000003')
    expect(checkOwn(honest, without.published, '10000003').wrong).toHaveLength(1)
  })

  test('OWED-07 leaves out of their order, or one twice, are found though all adds up', () => {
    const why = expect.stringMatching(
      /^Leaf \d+ is not in the order of hashes, or is there twice\.$/,
    )
    for (const { levels, published } of [
      houseOf(owed, undefined, (a, b) => byHash(b, a)),
      houseOf(owed, (leaf) => (leaf.player === '10000004' ? [leaf, leaf] : [leaf])),
    ])
      expect(checkTree(levels, published).wrong).toEqual([why])
  })

  test('OWED-08 more players than leaves, or fewer than can have so many, are found', () => {
    const { published, levels } = houseOf(owed)
    const { size } = published
    const faultsOf = (players: number) => checkTree(levels, { ...published, players }).wrong
    for (const players of [size, Math.ceil(size / 4)]) expect(faultsOf(players)).toEqual([])
    for (const players of [size + 1, Math.ceil(size / 4) - 1])
      expect(faultsOf(players)).toEqual([
        `${players} players can't have ${size} leaves: each has one to four.`,
      ])
  })

  test('a leaf that is shown twice counts once', () => {
    const { published, proofOf } = houseOf(owed)
    const proof = proofOf('10000005')
    const twice = { ...proof, leaves: [...proof.leaves, ...proof.leaves] }
    expect(checkOwn(twice, published, '10000005').wrong).toEqual(['One leaf is shown twice.'])
  })
})

describe('what is malformed is refused:', () => {
  const { published, proofOf, levels } = houseOf(owed)
  const full = 2n ** 64n

  test.each([-1, 1, 0.5, '0', null])('a leaf at %j of a tree of one', (index) => {
    const one = houseOf({ '10000004': owed['10000004']! })
    const proof = one.proofOf('10000004')
    expect(one.published.size).toBe(1)
    const twice = [...proof.leaves, { ...proof.leaves[0]!, index: index as number }]
    expect(checkOwn({ ...proof, leaves: twice }, one.published, '10000004').wrong).toEqual([
      `Leaf ${index} is not a leaf with its whole way up.`,
    ])
  })

  test.each(['secret', 'nonce'])('a %s that is no 32 bytes', (name) => {
    for (const text of ['ab', 'AB'.repeat(32)])
      expect(
        checkOwn({ ...proofOf('10000001'), [name]: text }, published, '10000001').wrong,
      ).toEqual(['The number of your leaves is malformed.'])
  })

  test('amounts that are more together than a sum can hold', () => {
    const proof = proofOf('10000001')
    const amounts = [String(full / 2n), String(full / 2n), '0', '0', '0', '0']
    const leaves = [{ ...proof.leaves[0]!, amounts }]
    expect(checkOwn({ ...proof, leaves }, published, '10000001').wrong).toHaveLength(1)
  })

  test('a sum of more than 64 bits', () => {
    const [hash, other] = ['0'.repeat(64), '1'.repeat(64)]
    const half = { hash, sum: String(full / 2n) }
    const two = { ...published, size: 2, players: 1 }
    const tree = (sum: string) => [[half, { ...half, hash: other }], [{ hash, sum }]]
    expect(checkTree(tree('0'), two).wrong).toEqual([
      'Node 0 of level 1 has more below it than a sum can hold.',
    ])
    expect(checkTree(tree(String(full)), two).wrong).toEqual([
      'Node 0 of level 1 has no hash, or no sum.',
    ])
  })

  test('a tree without a root', () => {
    for (const some of [[], levels.slice(0, -1)])
      expect(checkTree(some, published).wrong).toEqual(['The tree does not end in one root.'])
  })
})
