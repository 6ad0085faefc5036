import { epochCommitment, games, toHex } from '@pipkin/games'
import { percentText } from '@pipkin/games/percent-text'
import { errorsIn999Of1000, returnsOf, simulate, toNumber } from '@pipkin/games/returns'

/**
 * Plays a million rounds of each game by best play, through the draws of real rounds, and compares
 * what they paid with the exact return. `node bench/returns.ts [rounds] [game]`; exits 1 where a
 * mean leaves its 99.9 % band.
 */
const rounds = Number(process.argv[2] ?? 1_000_000)
const only = process.argv[3]
const seed = new Uint8Array(32).fill(1)

process.stdout.write(`${rounds} rounds a game, epoch commitment ${toHex(epochCommitment(seed))}\n`)
for (const { rules } of games.map(({ offer }) => offer)) {
  if (only && rules.game !== only) continue
  const exact = toNumber(returnsOf(rules).best)
  const start = performance.now()
  const { mean, error } = simulate(rules, rounds, seed)
  const seconds = (performance.now() - start) / 1000
  const off = (mean - exact) / error
  const within = Math.abs(off) <= errorsIn999Of1000
  if (!within) process.exitCode = 1
  process.stdout.write(
    `${rules.game}: exact ${percentText(exact)} %, played ${percentText(mean)} %, ` +
      `${off.toFixed(2)} standard errors off, ${within ? 'within' : 'OUTSIDE'} the band ` +
      `(${Math.round(rounds / seconds)} rounds/s)\n`,
  )
}
