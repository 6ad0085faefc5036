import { gameOf, games } from '@pipkin/games'
import { returnsOf, toNumber } from '@pipkin/games/returns'
import { numbersOf, randomRules, simulateQuickly } from '../packages/games/test/random-rules.ts'

/**
 * Compares the exact return of random settings with what rounds by best play paid: 50 settings of
 * each game, a million rounds of each. `node bench/random-rules.ts [settings] [rounds] [seed]`;
 * exits 1 where a mean lies further off than one in 1,000 such runs has any.
 */
const settings = Number(process.argv[2] ?? 50)
const rounds = Number(process.argv[3] ?? 1_000_000)
const seed = Number(process.argv[4] ?? 1)
/** The largest of 200 normal deviates is larger once in 1,000. */
const mostErrors = 4.56

process.stdout.write(`${settings} settings of each game, ${rounds} rounds of each, seed ${seed}\n`)
for (const { offer } of games) {
  const next = numbersOf(seed)
  const start = performance.now()
  let [most, beyond] = [0, 0]
  for (let setting = 0; setting < settings; setting += 1) {
    const rules = randomRules(offer.rules.game, next)
    const { mean, error } = simulateQuickly(rules, rounds, next)
    const off = Math.abs(mean - toNumber(returnsOf(rules).best))
    const errors = off < 1e-12 ? 0 : off / error
    most = Math.max(most, errors)
    if (errors > mostErrors) beyond += 1
  }
  if (beyond > 0) process.exitCode = 1
  const seconds = (performance.now() - start) / 1_000
  process.stdout.write(
    `${gameOf(offer.rules).name}: at most ${most.toFixed(2)} standard errors off, ` +
      `${beyond} beyond ${mostErrors} (${seconds.toFixed(0)} s)\n`,
  )
}
