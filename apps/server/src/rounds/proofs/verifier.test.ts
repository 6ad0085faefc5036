import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  betFacts,
  endFacts,
  epochCommitment,
  games,
  openRound,
  outcomeOf,
  type Proof,
  playMove,
  rootOf,
  roundCommitment,
  roundKey,
  rulesHash,
  toHex,
} from '@pipkin/games'
import { fkr, times } from '@pipkin/money'
import { afterAll, describe, expect, test } from 'vitest'
import {
  publicKey,
  restoredHistory,
  sign,
  voidOf,
} from '../../../../../packages/games/test/house.ts'
import { numbersOf, randomRules } from '../../../../../packages/games/test/random-rules.ts'
import { hasPython, python } from '../../../test/has-programs.ts'

/** The verifier in Python deals rounds again that the house's code has dealt and played. */

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pipkin-rounds-'))
afterAll(() => rmSync(folder, { recursive: true }))

const judge = (content: object, ...more: string[]) => judgeText(JSON.stringify(content), ...more)

async function judgeText(text: string, ...more: string[]): Promise<string> {
  const file = join(folder, 'file.json')
  writeFileSync(file, text)
  const said = promisify(execFile)(python, ['verifier/rounds.py', file, ...more], { cwd: root })
  const { stdout, stderr } = await said.catch(Object)
  return `${stdout}${stderr}`.trim()
}

const playerId = '10020030'
const seedOf = (epoch: number) => createHash('sha256').update(String(epoch)).digest()

/** What a player may do in a game, sensible or not. */
function anyMove(game: string, next: () => number): unknown {
  const whole = (below: number) => Math.floor(next() * below)
  if (game === 'slot-machine') return { spin: true }
  if (game === 'tic-tac-toe') return { cell: whole(9) }
  if (game === 'mines') return whole(4) === 0 ? { cashOut: true } : { reveal: whole(25) }
  return [
    { choice: 'even' },
    { choice: 'odd' },
    { choice: 'range', from: whole(2) * 50 + 1 },
    { choice: 'number', number: 1 + whole(100) },
  ][whole(4)]
}

/** A round of some game by some rules, played by chance until it ends. */
function proofOf(number: number): Proof {
  const next = numbersOf(number)
  const [epoch, nonce] = [Math.floor(number / 1_000), number % 1_000]
  const game = games[number % games.length]
  if (!game) throw new Error('there is no game')
  const { rules: offered } = game.offer
  const rules = number % 3 === 0 ? offered : randomRules(offered.game, next)
  const key = roundKey(seedOf(epoch), playerId, nonce)
  const clientSeed = `seed_${number}`
  let round = openRound({ rules, roundKey: key, clientSeed })
  let outcome = outcomeOf(round)
  while (!outcome) {
    const played = playMove(round, anyMove(game.name, next))
    if (played.ok) round = played.round
    outcome = outcomeOf(round)
  }
  const { status, pays } = outcome
  const placedAt = new Date(Date.UTC(2026, 10, 20) + number)
  const bound = betFacts({
    transactionId: `round-${number}`,
    playerId,
    generation: 1,
    epoch,
    epochCommitment: toHex(epochCommitment(seedOf(epoch))),
    nonce,
    commitment: toHex(roundCommitment(key)),
    clientSeed,
    rulesHash: toHex(rulesHash(rules)),
    stake: fkr(20),
    split: { deposit: fkr(4), bonus: fkr(15), win: fkr(1) },
    root: rootOf(round),
    placedAt,
  })
  const end = endFacts(bound, {
    moves: round.moves,
    status,
    payout: times(fkr(20), pays),
    settledAt: placedAt,
    finishedIn: null,
  })
  const { split: _, root: __, receipt: ___, ...facts } = end
  return {
    ...facts,
    game: rules.game,
    rules,
    roundKey: toHex(key),
    receipts: [sign(bound), sign(end)],
    ...(number % 2 === 0 && { epochSeed: toHex(seedOf(epoch)) }),
  }
}

/** What it says of a history. */
const notWhole = "Whether a round or a seed is missing wasn't checked: `npm run verify` does that."

describe.skipIf(!hasPython())('the verifier of rounds in Python', () => {
  const history = (from: number, to: number) => ({
    proofs: Array.from({ length: to - from }, (_, place) => proofOf(from + place)),
  })

  test('finds 10,000 rounds of all games right, by default rules and by others', async () => {
    const all = history(0, 10_000)
    expect(new Set(all.proofs.map(({ game, status }) => `${game} ${status}`)).size).toBe(10)
    expect(await judge(all)).toBe(
      `Rounds that check out: 10000.\n${notWhole}\nNo signature was checked: give the house's key by --key.`,
    )
  })

  test('checks who signed the receipts, and rounds around a restore', async () => {
    const some = history(0, 8)
    expect(await judge(some, '--key', publicKey)).toBe(`Rounds that check out: 8.\n${notWhole}`)
    expect(await judge(some, '--key', 'ab'.repeat(32))).toBe(
      'WRONG  round round-0: The house has not signed this receipt.',
    )
    // An older key may have signed them.
    expect(await judge(some, '--key', `${'ab'.repeat(32)},${publicKey}`)).toBe(
      `Rounds that check out: 8.\n${notWhole}`,
    )
    const restored = restoredHistory()
    expect(await judge(restored, '--key', publicKey)).toBe(
      `Rounds that check out: ${restored.proofs.length}.\n${notWhole}`,
    )
  })

  test.each<[string, (proof: Proof) => object]>([
    ['another payout', (proof) => ({ payout: proof.payout + 1 })],
    ['another status', (proof) => ({ status: proof.status === 'Tie' ? 'Win' : 'Tie' })],
    ['another key', () => ({ roundKey: '00'.repeat(32) })],
    ['another client seed', () => ({ clientSeed: 'mine' })],
    ['a seed of another epoch', () => ({ epochSeed: '00'.repeat(32) })],
    ['a rulebook that pays otherwise', ({ rules }) => ({ rules: { ...rules, winPercentage: 1 } })],
    ['moves without an end', () => ({ moves: [] })],
    ['no receipt of the end', ({ receipts }) => ({ receipts: receipts.slice(0, 1) })],
    ['an end that nobody explains', () => ({ finishedIn: 1_795_000_000 })],
  ])('finds %s', async (_, change) => {
    const proof = proofOf(1)
    expect(await judge(proof)).toContain('Rounds that check out: 1.')
    expect(await judge({ ...proof, ...change(proof) })).toMatch(/^WRONG {2}round/)
  })

  test.each<[string, object, paid?: number]>([
    ['a spin that is only nearly true', { moves: [{ spin: 1 }] }],
    [
      'half a fkr',
      { stake: 2_050, payout: 3_075, split: { deposit: 450, bonus: 1_500, win: 100 } },
    ],
    ['a nonce beyond its epoch', { nonce: 1_000 }],
    ['an epoch that is a text', { epoch: '0' }],
    ['an id that is a number', { transactionId: 7 }],
    ['a player who is a number', { playerId: 10_020_030 }],
    ['a time that is none', { placedAt: 'yesterday' }],
    ['an end on no day', { settledAt: '2026-02-30T00:00:00.000Z' }],
    ['an end in another time zone', { settledAt: '2026-11-20T00:00:00+05:30' }],
    ['a commitment that is no hash', { epochCommitment: 'ab' }],
    ['a payout that is a word for nothing', { payout: false }, 0],
  ])('finds %s, though the receipts say it too', async (_, change, paid = 3_000) => {
    const proof = Array.from({ length: 50 }, (_, place) => proofOf(4 * place + 2)).find(
      ({ game, payout }) => game === 'slot-machine' && payout === paid,
    )
    if (!proof) throw new Error(`no spin pays ${paid}`)
    const { epochSeed: _seed, ...unrevealed } = proof
    const told = (facts: object) =>
      Object.fromEntries(
        Object.entries({ ...facts, ...change }).filter(([name]) => Object.hasOwn(facts, name)),
      )
    const receipts = proof.receipts.map(({ facts }) => ({ facts: told(facts), signature: '' }))
    expect(await judge({ ...unrevealed, receipts: proof.receipts })).toContain('check out: 1.')
    expect(await judge({ ...told(unrevealed), receipts })).toMatch(/^WRONG {2}round/)
  })

  test('finds a first generation, which no proof has', async () => {
    const proof = restoredHistory().proofs.find(({ generation }) => generation !== undefined)
    if (!proof) throw new Error('no round is of a later generation')
    const told = { ...proof, generation: 1 }
    expect(await judge(told)).toMatch(/^WRONG {2}round \S+: This is no generation: 1\.$/)
  })

  test('finds a void by no later generation, and one from no place', async () => {
    const [round] = restoredHistory().proofs
    if (!round?.voided) throw new Error('nothing was restored')
    expect(await judge(round, '--key', publicKey)).toBe('Rounds that check out: 1.')
    const wrong = { voidedIn: 1, from: 1.5, voidedAt: 'yesterday' }
    for (const [name, value] of Object.entries(wrong)) {
      const voided = voidOf(0, 3, { [name]: value })
      expect(await judge({ ...round, voided }, '--key', publicKey), name).toMatch(
        /^WRONG {2}round \S+: The void (names no place or no time|is by a generation)/,
      )
    }
  })

  test('takes numbers as JSON spells them, and a batch only where there is one', async () => {
    const round = JSON.stringify(proofOf(2))
    const spelled = round.replaceAll('"stake":2000', '"stake":2e3')
    expect(spelled).not.toBe(round)
    expect(await judgeText(spelled, '--key', publicKey)).toBe('Rounds that check out: 1.')
    const { receipts, ...proof } = proofOf(2)
    for (const batch of [null, {}, 0]) {
      const told = { ...proof, receipts: receipts.map((receipt) => ({ ...receipt, batch })) }
      expect(await judge(told, '--key', publicKey)).toMatch(/^WRONG/)
    }
  })

  test.each([
    ['slot-machine', { jackpotPays: 10_001 }],
    ['slot-machine', { pairPays: 0 }],
    ['mines', { multipliers: [[667, 15]] }],
  ])('finds rules of %s that pay what none may: %j', async (game, change) => {
    const proof = [1, 2].map(proofOf).find((one) => one.game === game)
    if (!proof) throw new Error('there is no such round')
    const rules = { ...games.find(({ name }) => name === game)?.offer.rules, ...change }
    const told = { ...proof, rules, rulesHash: toHex(rulesHash(rules)) }
    expect(await judge(told)).toMatch(
      /^WRONG {2}round round-\d: The (rules have a pay|multipliers)/,
    )
  })

  test('blames the house for no file without a round', async () => {
    for (const content of [{ Status: false, Message: 'Not found' }, { Data: null }, { Data: [] }]) {
      const file = join(folder, 'none.json')
      writeFileSync(file, JSON.stringify(content))
      const given = ['verifier/rounds.py', file]
      await expect(promisify(execFile)(python, given, { cwd: root })).rejects.toMatchObject({
        code: 2,
        stdout: '',
        stderr: `This file can't be read: ${file}\n`,
      })
    }
  })

  test('finds a history whose rounds are no list', async () => {
    expect(await judge({ proofs: {} })).toMatch(/^WRONG/)
  })

  test('FAIR-07 shows what talks to the terminal as text', async () => {
    const said = await judge({ ...proofOf(1), transactionId: '\u001b[2K\r\u009b2K\nRounds: 1' })
    expect(said).toMatch(/^WRONG {2}round \?\[2K\?\?2K\?Rounds: 1:/)
  })
})
