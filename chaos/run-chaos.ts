import { fkr } from '@pipkin/money'
import { type Chance, createChance } from './chance.ts'
import { type Kind, kinds, type Part } from './part.ts'
import { createActs, play } from './play.ts'
import { signUpPlayer } from './player.ts'
import { openScene, type Scene } from './scene.ts'
import { createTold, type Told } from './told.ts'
import { until } from './until.ts'
import { isAllSettled, isWrong, judge, judgeChain, type Verdict } from './verdict.ts'

export interface ChaosOptions {
  readonly kills: number
  readonly players: number
  /** What is killed and when, and what is played, come from it. */
  readonly seed: number
  /** Ends it before the next kill. */
  readonly stopping?: AbortSignal
  /** Told a line every ten kills. */
  say(line: string): void
}

export interface ChaosReport extends Verdict {
  /** How long it took after each kill until what was killed was ready again, in ms. */
  readonly readyMs: Readonly<Record<Kind, readonly number[]>>
  readonly acknowledged: number
  /** How many of these were sent again after an answer that got lost. */
  readonly repeated: number
}

/**
 * Players play while one part after the other is killed. After each kill the part is started again,
 * every request gets its answer, and the database is audited and compared with all that was ever
 * acknowledged. Ends at the first kill after which something is wrong.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const scene = await openScene()
  try {
    return await killAndCompare(scene, options)
  } catch (error) {
    throw new Error(`Chaos came to a stop. ${scene.complaints.join('\n')}`, { cause: error })
  } finally {
    await scene.close()
  }
}

async function killAndCompare(scene: Scene, options: ChaosOptions): Promise<ChaosReport> {
  const chance = createChance(options.seed)
  const told = createTold()
  const acting = await signUpAll(scene, options, told)
  const people = acting.map(({ player }) => player)

  const readyMs: Record<Kind, number[]> = { API: [], worker: [], database: [], 'chain node': [] }
  const report = (verdict: Verdict): ChaosReport => ({
    ...verdict,
    readyMs,
    acknowledged: told.acknowledged,
    repeated: people.reduce((sum, player) => sum + player.repeated(), 0),
  })
  for (const [index, victim] of victims(scene.parts, options.kills, chance).entries()) {
    if (options.stopping?.aborted) break
    let over = false
    const playing = Promise.all(acting.map(({ player, acts }) => play(player, acts, () => over)))
    await Promise.race([told.more(1 + chance.below(40)), playing])
    readyMs[victim.kind].push(await killAndStart(victim))
    over = true
    await playing

    const verdict = await judge(scene, told, { full: false })
    if (isWrong(verdict)) return report(verdict)
    if ((index + 1) % 10 === 0)
      options.say(`${index + 1} kills, ${told.acknowledged} writes acknowledged`)
  }
  await until('every deposit and withdrawal has ended', () => isAllSettled(scene))
  const verdict = await judge(scene, told, { full: true })
  return report({
    ...verdict,
    findings: [...verdict.findings, ...(await judgeChain(scene, people))],
  })
}

/** Everybody with a first deposit, credited. */
async function signUpAll(scene: Scene, { players, seed }: ChaosOptions, told: Told) {
  const people = await Promise.all(
    Array.from({ length: players }, (_, place) =>
      signUpPlayer(scene, place, createChance(seed + place + 1)),
    ),
  )
  const acting = people.map((player) => ({ player, acts: createActs(player, people, told) }))
  await Promise.all(acting.map(({ acts }) => acts.deposit(fkr(5_000))))
  await until('the first deposits are credited', () => isAllSettled(scene))
  return acting
}

/** Answers how long it took until it was ready again, in ms. */
async function killAndStart(victim: Part): Promise<number> {
  const began = performance.now()
  await victim.kill()
  await victim.start()
  return performance.now() - began
}

/** Every four kills one of each kind, in an order of their own. */
const victims = (parts: readonly Part[], kills: number, chance: Chance): Part[] =>
  Array.from({ length: Math.ceil(kills / kinds.length) }, () => chance.shuffled(kinds))
    .flat()
    .slice(0, kills)
    .map((kind) => chance.of(parts.filter((part) => part.kind === kind)))
