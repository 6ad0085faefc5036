import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OwnProof } from '@pipkin/solvency'
import { afterAll, describe, expect, test } from 'vitest'
import { byHash, houseOf, owed } from '../../../../packages/solvency/test/house.ts'
import { hasPerl, hasPython, python } from '../../test/has-programs.ts'

const verifiers = [
  { language: 'Python', isHere: hasPython(), command: [python, 'verifier/solvency.py'] },
  { language: 'Perl', isHere: hasPerl(), command: ['perl', 'verifier/verify.pl', 'owed'] },
]

describe.each(verifiers)('the verifier in $language', ({ isHere, command }) => {
  describe.skipIf(!isHere)('finds planted frauds:', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pipkin-owed-'))
    afterAll(() => rmSync(folder, { recursive: true }))

    /** What it says of published sums, a tree and a player's own proof. */
    function judge(
      {
        published,
        levels,
        owed = Number(published.owed) / 100,
      }: Omit<ReturnType<typeof houseOf>, 'proofOf'> & { owed?: number },
      ...own: [OwnProof, string] | []
    ): string {
      const [proof, player] = own
      const list = { Data: [{ ...published, owed, held: owed, checked: 0 }] }
      const files = Object.entries({ list, tree: { levels }, ...(proof && { proof }) }).map(
        ([name, content]) => {
          const path = join(folder, `${name}.json`)
          writeFileSync(path, JSON.stringify(content))
          return path
        },
      )
      const [program = '', ...script] = command
      const given = [...script, ...files, ...(player ? [player] : [])]
      const { stdout, stderr } = spawnSync(program, given, { encoding: 'utf8' })
      return `${stdout}${stderr}`.trim()
    }
    const honest = houseOf(owed)

    test('nothing where all holds', () => {
      const said = judge(honest, honest.proofOf('10000003'), '10000003')
      expect(said).toMatch(/adds up to [\d.]+ fkr\.\nYou are in it, with 2234\.56 fkr\.$/m)
    })

    test('a node’s sum as the larger of its children', () => {
      const levels = honest.levels.map((level) => [...level])
      const [node, ...more] = levels[1]!
      levels[1] = [{ ...node!, sum: String(BigInt(node!.sum) - 1n) }, ...more]
      expect(judge({ ...honest, levels })).toMatch(
        /^WRONG {2}The tree doesn't add up: node 0 of level 1 says .* So 0\.01 fkr are hidden\.$/,
      )
    })

    test('an amount owed that is less than a hundredth off', () => {
      const said = Number(honest.published.owed) / 100 + 0.004
      expect(judge({ ...honest, owed: said })).toMatch(/^WRONG {2}.*(decimals|an amount of fkr)/)
    })

    test('one leaf for two players', () => {
      expect(judge(honest, honest.proofOf('10000001'), '10000002')).toContain(
        "These leaves weren't made for you alone: another player may be shown the same",
      )
      const renamed = { ...honest.proofOf('10000001'), player: '10000002' }
      expect(judge(honest, renamed, '10000001')).toMatch(/^WRONG/m)
    })

    test('a proof of another snapshot', () => {
      const proof = { ...honest.proofOf('10000001'), snapshot: 'another' }
      expect(judge(honest, proof, '10000001')).toMatch(/^WRONG {2}.*snapshot/m)
    })

    test('a leaf that is counted twice, by another spelling of its place', () => {
      const proof = honest.proofOf('10000003')
      const [leaf] = proof.leaves
      for (const index of [`0${leaf!.index}`, leaf!.index + 0.5]) {
        const again = Object.assign({ ...leaf! }, { index })
        const twice = { ...proof, leaves: [...proof.leaves, again] }
        expect(judge(honest, twice, '10000003')).toContain(`The tree has no leaf ${index}.`)
      }
    })

    test('an inner node shown as a leaf, and a tree without its leaves', () => {
      const proof = honest.proofOf('10000001')
      const [leaf] = proof.leaves
      const short = { ...leaf!, path: leaf!.path.slice(1), index: Math.floor(leaf!.index / 2) }
      expect(judge(honest, { ...proof, leaves: [short] }, '10000001')).toMatch(/WRONG/)
      expect(judge({ ...honest, levels: honest.levels.slice(1) })).toMatch(
        /^WRONG {2}Level 0 has \d+ nodes instead of \d+\.$/,
      )
    })

    test('a negative sum', () => {
      const levels = honest.levels.map((level) => [...level])
      levels[0]![0] = { ...levels[0]![0]!, sum: '-5' }
      expect(judge({ ...honest, levels })).toMatch(
        /^WRONG {2}The house counts what is no sum: '?-5'?\.$/,
      )
    })

    test('leaves out of their order, or one twice, though all adds up', () => {
      for (const house of [
        houseOf(owed, undefined, (a, b) => byHash(b, a)),
        houseOf(owed, (leaf) => (leaf.player === '10000004' ? [leaf, leaf] : [leaf])),
      ])
        expect(judge(house)).toMatch(
          /^WRONG {2}Leaf \d+ isn't in the order of the leaves' hashes, or is there twice\.$/,
        )
    })

    test('more players than leaves, or fewer than can have so many', () => {
      const { size } = honest.published
      const sayWith = (players: number) =>
        judge({ ...honest, published: { ...honest.published, players } })
      for (const players of [size, Math.ceil(size / 4)])
        expect(sayWith(players)).not.toContain('WRONG')
      for (const players of [size + 1, Math.ceil(size / 4) - 1])
        expect(sayWith(players)).toMatch(
          /^WRONG {2}Snapshot \w+ has \d+ leaves for \d+ players: each has one to four\.$/,
        )
    })

    test('FAIR-12 a member that is there twice, in each file', () => {
      const { published, levels } = honest
      const sums = { owed: Number(published.owed) / 100, held: 0, checked: 0 }
      const contents = [
        { Data: [{ ...published, ...sums }] },
        { levels },
        honest.proofOf('10000003'),
      ].map((content) => JSON.stringify(content))
      const [program = '', ...script] = command
      for (const [at, content] of contents.entries()) {
        const twice = contents.with(at, content.replace(/("[a-z]+":)(\[|")/, '$1null,$&'))
        const files = twice.map((text, n) => {
          writeFileSync(join(folder, `twice-${n}`), text)
          return join(folder, `twice-${n}`)
        })
        const given = [...script, ...files, '10000003']
        const { status, stdout } = spawnSync(program, given, { encoding: 'utf8' })
        expect(stdout).toMatch(/^WRONG {2}.* twice/m)
        expect(status).toBe(1)
      }
    })

    test('but blames the house for no file that it can’t read', () => {
      const [program = '', ...script] = command
      const file = (name: string, content: string) => {
        writeFileSync(join(folder, name), content)
        return join(folder, name)
      }
      const { published, levels } = honest
      const sums = { owed: Number(published.owed) / 100, held: 0, checked: 0 }
      const list = file('list', JSON.stringify({ Data: [{ ...published, ...sums }] }))
      const tree = file('tree', JSON.stringify({ levels }))
      // The house refused, or the download broke off.
      const refusal = JSON.stringify({ Status: false, Message: 'Please log in' })
      const none = ['', '{"levels": [', '[]', refusal].map((content, n) => file(`no-${n}`, content))
      const calls = [join(folder, 'none.json'), ...none].flatMap((one) => [
        [one, tree],
        [list, one],
        [list, tree, one, '10000003'],
      ])
      for (const given of calls) {
        const { status, stdout, stderr } = spawnSync(program, [...script, ...given], {
          encoding: 'utf8',
        })
        expect(stderr, given.join(' ')).toMatch(/can't be (read|checked)/)
        expect(stdout).not.toContain('WRONG')
        expect(status).toBe(2)
      }
    })

    test('a player left out', () => {
      const without = houseOf(owed, (leaf) => (leaf.player === '10000003' ? [] : [leaf]))
      expect(judge(without, without.proofOf('10000003'), '10000003')).toContain(
        'You were left out: the tree has no leaf of yours.',
      )
    })
  })
})
