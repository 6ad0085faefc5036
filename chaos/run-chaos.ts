import { fkr } from '@pipkin/money'
import { buildServer } from '../apps/local/src/build.ts'
import { type Acknowledged, createAcknowledged } from './acknowledged.ts'
import { type Chance, createChance } from './chance.ts'
import { type Component, type Kind, kinds, waitUntil } from './component.ts'
import { keptLog } from './judge-log.ts'
import { createActs, play } from './play.ts'
import { signUpPlayer } from './player.ts'
import { openScene, type Scene } from './scene.ts'
import { isAllSettled, isWrong, judge, judgeChain, type Verdict } from './verdict.ts'

export interface ChaosOptions {
  readonly kills: number
  readonly players: number
  /** Determines what is killed, when, and what is played. */
  readonly seed: number
  /** Ends the run before the next kill. */
  readonly stopping?: AbortSignal
  /** Called with a line every ten kills, and with what the verifier of the log says. */
  say(line: string): void
}

export interface ChaosReport extends Verdict {
  /** The time from each kill until the component was ready again, in ms. */
  readonly readyMs: Readonly<Record<Kind, readonly number[]>>
  readonly acknowledged: number
  /** How many of them were repeated after a lost answer. */
  readonly repeated: number
}

/**
 * Kills one component after another while players play. After each kill it starts the component
 * again, waits for every answer, audits the database and compares it with every acknowledged write.
 * Ends at the first kill after which a check fails.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  await buildServer()
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
  const acknowledged = createAcknowledged()
  const acting = await signUpAll(scene, options, acknowledged)
  const people = acting.map(({ player }) => player)
  const log = keptLog(scene.apis[0] ?? '', options.say)

  const readyMs: Record<Kind, number[]> = { API: [], worker: [], database: [], 'chain node': [] }
  const report = (verdict: Verdict): ChaosReport => ({
    ...verdict,
    readyMs,
    acknowledged: acknowledged.count,
    repeated: people.reduce((sum, player) => sum + player.repeated(), 0),
  })
  for (const [index, victim] of victims(scene.components, options.kills, chance).entries()) {
    if (options.stopping?.aborted) break
    let over = false
    const playing = Promise.all(acting.map(({ player, acts }) => play(player, acts, () => over)))
    await Promise.race([acknowledged.untilMore(1 + chance.below(40)), playing])
    readyMs[victim.kind].push(await killAndStart(victim))
    over = true
    await playing

    const verdict = await judge(scene, acknowledged, { full: false })
    if (isWrong(verdict)) return report(verdict)
    await log.keep()
    if ((index + 1) % 10 === 0)
      options.say(`${index + 1} kills, ${acknowledged.count} writes acknowledged`)
  }
  await waitUntil('every deposit and withdrawal has ended', () => isAllSettled(scene))
  const inLog = await log.judge(scene.owner)
  const verdict = await judge(scene, acknowledged, { full: true })
  const onChain = await judgeChain(scene, people)
  return report({ ...verdict, findings: [...verdict.findings, ...inLog, ...onChain] })
}

/**
 * All players, each with a first deposit credited. The first two are one owner's accounts, with a
 * limit of losses that they reach.
 */
async function signUpAll(
  scene: Scene,
  { players, seed }: ChaosOptions,
  acknowledged: Acknowledged,
) {
  const people = await Promise.all(
    Array.from({ length: players }, (_, place) =>
      signUpPlayer(scene, place, createChance(seed + place + 1)),
    ),
  )
  const [first, second] = people
  if (first && second) {
    await second.signFor(first.wallet)
    const limit = { kind: 'loss', period: 'day', amount: 100 }
    if (!(await first.write('setLimit', limit))) throw new Error('the limit was refused')
  }
  const acting = people.map((player) => ({
    player,
    acts: createActs(player, people, acknowledged),
  }))
  await Promise.all(acting.map(({ acts }) => acts.deposit(fkr(5_000))))
  await waitUntil('the first deposits are credited', () => isAllSettled(scene))
  return acting
}

/** Returns the time until it was ready again, in ms. */
async function killAndStart(victim: Component): Promise<number> {
  const began = performance.now()
  await victim.kill()
  await victim.start()
  return performance.now() - began
}

/** Each four kills have one component of each kind, in random order. */
const victims = (components: readonly Component[], kills: number, chance: Chance): Component[] =>
  Array.from({ length: Math.ceil(kills / kinds.length) }, () => chance.shuffled(kinds))
    .flat()
    .slice(0, kills)
    .map((kind) => chance.of(components.filter((component) => component.kind === kind)))
