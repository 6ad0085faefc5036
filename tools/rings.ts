import { parseArgs } from 'node:util'
import { playRing, randomBy, strategies } from '../apps/server/test/rings/play-ring.ts'
import type { UnlockRule } from '../apps/server/test/rings/ring-wallets.ts'

/**
 * Plays rings of 2 to 100 referred accounts against the referral programme, by each strategy and
 * under each rule: `npm run rings -- [--rings 1000] [--seed 14]`. A test proves its wallets equal
 * to the ledger's (`apps/server/test/rings`).
 */

const { values } = parseArgs({
  options: {
    rings: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '14' },
  },
})
const random = randomBy(Number(values.seed))
const sizes = Array.from({ length: Number(values.rings) }, () => 2 + Math.floor(random() * 99))

interface Row {
  readonly name: string
  /** A ring each, in fkr. */
  readonly onChain: number[]
  readonly withoutLuck: number[]
  readonly perFriend: number[]
}

const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length
/** 99.9 % of means are within this of the true one. */
const within = (list: readonly number[]) =>
  3.29 * Math.sqrt(mean(list.map((x) => (x - mean(list)) ** 2)) / list.length)
const most = (list: readonly number[]) => list.reduce((a, b) => Math.max(a, b))
const shown = (x: number) => x.toFixed(1)

for (const rule of ['stakes', 'losses', 'margins'] as const satisfies readonly UnlockRule[]) {
  const rows = strategies.map((strategy): Row => {
    const results = sizes
      .filter((_, index) => rule === 'margins' || index % 10 === 0)
      .map((size) => playRing(size, strategy, rule, random))
    return {
      name: strategy.name,
      onChain: results.map(({ onChain }) => onChain / 100),
      withoutLuck: results.map(({ onChain, luck }) => (onChain - luck) / 100),
      perFriend: results.map(({ atFace, luck, members }) => (atFace - luck) / 100 / (members - 1)),
    }
  })
  process.stdout.write(`\nRule: ${rule}. fkr a ring; the last column a friend, at face value.\n`)
  process.stdout.write(
    '| Strategy | Rings | Mean | ± 99.9 % | Most | Mean without luck | Most without luck | A friend without luck |\n',
  )
  for (const row of [...rows, everyRing(rows)])
    process.stdout.write(
      `| ${row.name} | ${row.onChain.length} | ${shown(mean(row.onChain))} | ${shown(within(row.onChain))} | ${shown(most(row.onChain))} | ${shown(mean(row.withoutLuck))} | ${shown(most(row.withoutLuck))} | ${shown(mean(row.perFriend))} |\n`,
    )
}

/** Each ring by one of the strategies, in turn. */
function everyRing(rows: readonly Row[]): Row {
  const pick = (of: 'onChain' | 'withoutLuck' | 'perFriend') =>
    (rows[0]?.[of] ?? []).map((_, index) => rows[index % rows.length]?.[of][index] ?? 0)
  return {
    name: 'each ring by one of these in turn',
    onChain: pick('onChain'),
    withoutLuck: pick('withoutLuck'),
    perFriend: pick('perFriend'),
  }
}
