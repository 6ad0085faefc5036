import { randomBytes } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import {
  type EndFacts,
  fromHex,
  type History,
  openRound,
  outcomeOf,
  type Proof,
  parseRules,
  playMove,
  type Receipt,
  type Rules,
} from '@pipkin/games'
import { verifyHistory, verifyProof } from '@pipkin/games/verify'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { system } from '../../src/platform/process/clock.ts'
import { type HttpClient, httpClient } from '../calls/http-client.ts'
import { openRestoreScene, type RestoreScene } from '../outages/restore-scene.ts'
import { endBreak } from '../players/end-break.ts'
import { bringFriend, makePlayer } from '../players/player.ts'
import { type SignedIn, signedIn } from '../players/signed-in.ts'
import { type ServerProcess, until } from '../processes/api-process.ts'
import { seeds } from '../seeds.ts'

/**
 * A backup is restored after players have seen rounds that it doesn't know, and play goes on.
 * Each test goes on from the one before: one story, over TCP, with the real processes.
 */

interface Answer {
  readonly proof?: Proof
  readonly receipt: Receipt<EndFacts>
  readonly moves: readonly unknown[]
}
interface Known {
  readonly key: string
  readonly commitment: string
  readonly rules: Rules
}
interface Fairness {
  readonly generation?: number
  readonly epoch: number
  readonly nonce: number
  readonly commitment: string
  readonly epochCommitment: string
  readonly nextEpochCommitment: string
  readonly ended: readonly { epoch: number; seed: string | null; voided?: object }[]
}

const slot = 3
const [lostRounds, survivingRounds] = [10, 3]
const restored = /has gone back in time.*npm run operator -- after-restore/

let scene: RestoreScene
let player: SignedIn
/** What players were given in the rounds that the restore loses. */
const known: Known[] = []
const kept: Receipt<EndFacts>[] = []
let openInBackup: string
let endedInLostTime: Answer
let exportedBefore: History
let publicKey: string
let before: Fairness
/** A player whose open round is of an epoch that had ended, and what the lost time gave of it. */
let rotator: SignedIn
let openOfEnded: string
const keptOfEnded: Receipt<EndFacts>[] = []
/** Referrers on a break, by what the backup has of their reward. */
let referrers: { given: PlayerId; kept: PlayerId; notYet: PlayerId }
let lateFriend: PlayerId
/** Ids of terms: in effect in the backup, and published in the lost time. */
let terms: { inBackup: string; lost: string }
/** At first the process that is never restarted. */
let api: ServerProcess

const fairnessOf = async (client: SignedIn) =>
  (await client.send(`fairness?User_Id=${client.id}`, {})).body.Data as unknown as Fairness

const bet = (client: SignedIn, more: object = {}, headers = {}) =>
  client.post(
    'addTransaction',
    { User_Id: client.id, Amount: -10, StatusMsg: 'amtplaced', Game_Id: slot, ...more },
    headers,
  )

async function move(client: SignedIn, id: string, next: object): Promise<Answer> {
  const made = await client.post('playRound', {
    User_Id: client.id,
    Transaction_Id: id,
    Move: next,
  })
  if (!made.body.Data) throw new Error(String(made.body.Message))
  return made.body.Data as unknown as Answer
}

/** Opens a round's cells in turn until it ends: won or lost, its key shows the whole layout. */
async function openToTheEnd(client: SignedIn, id: string): Promise<Answer> {
  for (let cell = 0; ; cell += 1) {
    const answer = await move(client, id, { reveal: cell })
    if (answer.proof) return answer
  }
}

async function spin(client: SignedIn, more: object = {}): Promise<Answer> {
  const placed = await bet(client, more)
  if (!placed.body.Status) throw new Error(String(placed.body.Message))
  return move(client, String(placed.body.Transaction_Id), { spin: true })
}

const exported = async (client: SignedIn, url: string): Promise<History> => {
  const response = await fetch(`${url}/api/exportHistory?User_Id=${client.id}&format=proofs`, {
    headers: { cookie: `sid=${client.cookies.get('sid')}` },
  })
  return (await response.json()) as History
}

/** The player with the cookie from before. */
const on = (url: string): SignedIn =>
  Object.assign(httpClient(url, player.cookies), { id: player.id })

const depositOf = async (id: number): Promise<bigint> => {
  const { deposit } = await one(
    scene.owner.rows<{ deposit: bigint }>(
      sql`select deposit + win as deposit from ledger.wallets where player_id = $1`,
      [id],
    ),
  )
  return deposit
}

/** The same player, logged in anew: the command has ended all sessions. */
async function logInAgain(url: string, { id }: SignedIn): Promise<SignedIn> {
  const token = randomBytes(32)
  await scene.owner.rows(
    sql`insert into players.sessions (token_hash, player_id) values ($1, $2)`,
    [tokenHash(token), id],
  )
  const client: HttpClient = httpClient(url, new Map([['sid', token.toString('hex')]]))
  return Object.assign(client, { id })
}

/** A client seed with which a known key gives three equal symbols. */
function seedToWin({ rules, key }: Known): string {
  for (let n = 0; ; n += 1) {
    const round = openRound({ rules, roundKey: fromHex(key), clientSeed: `mine-${n}` })
    const spun = playMove(round, { spin: true })
    if (spun.ok && outcomeOf(spun.round)?.pays === 200) return `mine-${n}`
  }
}

/** What the desk's act writes when two people have published terms. */
async function publishTerms(version: number, words: string): Promise<string> {
  const { id } = await one(
    scene.owner.rows<{ id: string }>(
      sql`insert into players.terms (version, words, effective_at, made_by, published_at)
        values ($1, $2, now(), 'Asha', now()) returning terms_id as id`,
      [version, words],
    ),
  )
  return id
}

const acceptTerms = async (client: SignedIn, id: string) =>
  (await client.post('acceptTerms', { terms: id })).body.Status

/** Whether terms stop the player's money that comes in. */
const isTermsDue = async (client: SignedIn) =>
  (await client.post('verify-user', { id: client.id })).body.Terms_Due === true

/** Whether the replay of the player's first round carries a name. */
async function nameOf(client: SignedIn): Promise<unknown> {
  const id = kept[0]?.facts.transactionId
  const { body } = await client.send(`roundName?Transaction_Id=${id}`, {})
  return Object(body.Data).name
}
const name = (client: SignedIn, isNamed: boolean) =>
  client.post('nameRound', {
    User_Id: client.id,
    Transaction_Id: kept[0]?.facts.transactionId,
    Named: isNamed,
  })

async function restingReferrer(): Promise<PlayerId> {
  const referrer = await makePlayer(scene)
  await scene.owner.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [referrer])
  return referrer
}

/** Gives the rewards whose break is over; answers how many. */
async function giveKept(): Promise<number> {
  for (let count = 0; ; count += 1) {
    const [answer] = await scene.worker.rows<{ given: boolean }>(
      sql`select referral.give_next_kept() as given`,
    )
    if (!answer?.given) return count
  }
}

const rewardsOf = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(referrers).map(async ([step, id]) => {
        const { referral } = await one(
          scene.owner.rows<{ referral: bigint }>(
            sql`select referral from ledger.wallets where player_id = $1`,
            [id],
          ),
        )
        return [step, referral] as const
      }),
    ),
  )

beforeAll(async () => {
  scene = await openRestoreScene()
  api = await scene.startApi()
  player = await signedIn(scene, api.url, { deposit: fkr(100_000) })
  const answer = await fetch(`${api.url}/api/receiptKey`)
  publicKey = ((await answer.json()) as { Data: { publicKey: string } }).Data.publicKey
  for (let n = 0; n < survivingRounds; n += 1) kept.push((await spin(player)).receipt)
  openInBackup = String((await bet(player, { Game_Id: 2 })).body.Transaction_Id)
  rotator = await signedIn(scene, api.url)
  openOfEnded = String((await bet(rotator, { Game_Id: 2 })).body.Transaction_Id)
  await rotator.post('rotateSeed', { User_Id: rotator.id })
  keptOfEnded.push((await spin(rotator)).receipt)
  const [given, keptOne, notYet] = [
    await restingReferrer(),
    await restingReferrer(),
    await restingReferrer(),
  ]
  referrers = { given, kept: keptOne, notYet }
  lateFriend = await makePlayer(scene)
  await bringFriend(scene, given, await makePlayer(scene))
  await bringFriend(scene, keptOne, await makePlayer(scene))
  await endBreak(scene, given)
  expect(await giveKept()).toBe(1)
  await name(player, true)
  const inBackup = await publishTerms(2, 'Be kind.')
  await scene.backUp()
  await bringFriend(scene, notYet, lateFriend)
  await endBreak(scene, keptOne)
  await until(async () => (await fetch(`${api.url}/readyz`)).ok)

  for (let n = 0; n < lostRounds; n += 1) {
    const { proof, receipt } = await spin(player)
    const rules = proof && parseRules(proof.rules)
    if (!rules) throw new Error('a round has no proof')
    known.push({ key: proof.roundKey, commitment: proof.commitment, rules })
    kept.push(receipt)
  }
  endedInLostTime = await openToTheEnd(player, openInBackup)
  kept.push(endedInLostTime.receipt)
  keptOfEnded.push((await openToTheEnd(rotator, openOfEnded)).receipt)
  keptOfEnded.push((await spin(rotator)).receipt)
  expect(await giveKept()).toBe(1)
  expect(await acceptTerms(player, inBackup)).toBe(true)
  terms = { inBackup, lost: await publishTerms(3, 'Be kinder.') }
  expect(await acceptTerms(player, terms.lost)).toBe(true)
  expect(await nameOf(player)).toBe('Meera N.')
  await name(player, false)
  await scene.startWorker().then((worker) => worker.close())
  exportedBefore = await exported(player, api.url)
  before = await fairnessOf(player)
  // A loss of less than a beat would leave no trace.
  await scene.nextBeat()
  await scene.restore()
})
afterAll(() => scene.close())

test('RESTORE-01 a start on a restored database is refused until the operator has acted', async () => {
  await expect(scene.startApi()).rejects.toThrow(restored)
  const worker = await scene.startWorker()
  expect(await worker.ended).toBe(1)
  expect(worker.log()).toMatch(restored)
})

test('RESTORE-02 a process that ran through the restore ends instead of dealing', async () => {
  const answered = await bet(player).catch(() => null)
  expect(answered?.body.Status ?? false).toBe(false)
  expect(await api.ended).toBe(1)
  expect(api.log()).toMatch(restored)
})

test('RESTORE-13 a bet that names a commitment of the lost time stops processes without a watermark', async () => {
  const forgetful = await scene.startApi('forgetful')
  const worker = await scene.startWorker('forgetful-worker')
  const client = await logInAgain(forgetful.url, player)
  const forged = await bet(client, { Commitment: 'ab'.repeat(32) })
  expect([forged.status, forged.body.Status]).toEqual([200, false])
  const named = await bet(client, { Commitment: known.at(-1)?.commitment })
  expect([named.status, named.body.Status]).toEqual([503, false])
  expect(await Promise.all([forgetful.ended, worker.ended])).toEqual([1, 1])
  expect(worker.log()).toMatch(restored)
  await expect(scene.startApi('new')).rejects.toThrow(restored)
  // Two of each player: two who play, three referrers, three friends. And the one with the open
  // round.
  expect(await scene.afterRestore()).toMatch(/^Generation \d{10} has begun\. Epochs voided: 17\./)
})

test('RESTORE-04 sessions that ended in the lost time are not valid again', async () => {
  api = await scene.startApi()
  expect((await on(api.url).send(`fairness?User_Id=${player.id}`, {})).status).toBe(401)
  player = await logInAgain(api.url, player)
})

test('RESTORE-05 the keys of lost rounds win nothing', async () => {
  const fresh = await fairnessOf(player)
  expect(fresh).toMatchObject({ generation: expect.any(Number), epoch: 2, nonce: 0 })
  expect([fresh.epochCommitment, fresh.nextEpochCommitment]).not.toContain(before.epochCommitment)
  expect([fresh.epochCommitment, fresh.nextEpochCommitment]).not.toContain(
    before.nextEpochCommitment,
  )
  const balance = await depositOf(player.id)
  for (const one of known) {
    const refused = await bet(player, {
      Amount: -500,
      Client_Seed: seedToWin(one),
      Commitment: one.commitment,
    })
    expect(refused.body).toMatchObject({ Status: false, Data: { fairness: { epoch: 2 } } })
  }
  expect(await depositOf(player.id)).toBe(balance)
  // Bets that name no commitment, in any order, are dealt under none of the known keys.
  for (const one of known) {
    const { proof } = await spin(player, { Client_Seed: seedToWin(one) })
    expect(known.map(({ key }) => key)).not.toContain(proof?.roundKey)
  }
})

test('RESTORE-06 a round that was open goes on by the published moves alone', async () => {
  const [waiting] = (await player.send(`openRounds?User_Id=${player.id}`, {})).body
    .Data as unknown as { Transaction_Id: string }[]
  expect(waiting?.Transaction_Id).toBe(openInBackup)
  const safe = endedInLostTime.proof?.moves.at(0)
  // The player names cell 24; the house opens cell 0, and cashes out if that is safe.
  const ended = await move(player, openInBackup, { reveal: 24 })
  expect(ended.moves.at(0)).toEqual(safe)
  expect(ended.moves.slice(1)).toEqual(ended.moves.length > 1 ? [{ cashOut: true }] : [])
  expect(ended.receipt.facts).toMatchObject({ receipt: 'end', finishedIn: expect.any(Number) })
})

test('RESTORE-23 so does one whose epoch had ended, with other rounds after it', async () => {
  rotator = await logInAgain(api.url, rotator)
  const ended = await move(rotator, openOfEnded, { reveal: 24 })
  expect(ended.moves.at(0)).toEqual({ reveal: 0 })
  expect(ended.receipt.facts).toMatchObject({ receipt: 'end', finishedIn: expect.any(Number) })
  await spin(rotator)
  const history = await exported(rotator, api.url)
  expect(history.voided?.map(({ facts }) => [facts.epoch, facts.from])).toEqual([
    [0, 1],
    [1, 1],
    [2, 0],
  ])
  const verdict = verifyHistory(history, { publicKey, kept: keptOfEnded })
  expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
  expect(verdict.steps.flatMap(({ note }) => note ?? [])[1]).toBe(
    'A restore has lost 1 round whose receipts this browser kept. Show them to Support.',
  )
  const [mines] = history.proofs
  const trust = { publicKey, kept: keptOfEnded }
  expect(verifyProof(mines, trust).steps.filter(({ ok }) => !ok)).toEqual([])
})

test('RESTORE-07 a bet that is repeated from the lost time takes its stake once', async () => {
  const fresh = await fairnessOf(player)
  const [lost] = known
  const key = { 'idempotency-key': 'lost-bet' }
  const stale = await bet(player, { Commitment: lost?.commitment }, key)
  expect(stale.body.Status).toBe(false)
  // The browser's one retry, with the fresh commitment and another key.
  const balance = await depositOf(player.id)
  const more = { Commitment: fresh.commitment }
  const retry = { 'idempotency-key': 'lost-bet-2' }
  const placed = await bet(player, more, retry)
  expect(await bet(player, more, retry)).toMatchObject({
    body: { Transaction_Id: placed.body.Transaction_Id },
  })
  expect(balance - (await depositOf(player.id))).toBe(1_000n)
  await move(player, String(placed.body.Transaction_Id), { spin: true })
})

test('RESTORE-08 the verifier tells apart voided epochs and cheating', async () => {
  const trust = { publicKey, kept }
  const history = await exported(player, api.url)
  expect(history.voided?.map(({ facts }) => [facts.epoch, facts.from])).toEqual([
    [0, survivingRounds + 1],
    [1, 0],
  ])
  const verdict = verifyHistory(history, trust)
  expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
  const notes = verdict.steps.flatMap(({ note }) => note ?? [])
  expect(notes[0]).toMatch(
    /^On \d{4}-\d\d-\d\d at \d\d:\d\d UTC the house restored a backup of its database\. That voided epoch 0 from round 4 on and epoch 1: no such round is dealt again\.$/,
  )
  expect(notes[1]).toBe(
    'A restore has lost 10 rounds whose receipts this browser kept. Show them to Support.',
  )
  // What was exported in the lost time still holds by itself.
  expect(verifyHistory(exportedBefore, { publicKey }).ok).toBe(true)
  const [mines] = history.proofs.filter(({ transactionId }) => transactionId === openInBackup)
  expect(verifyProof(mines, trust).steps.filter(({ ok }) => !ok)).toEqual([])
  // Without the void, the same is proof against the house.
  const { voided: _, ...bare } = history
  const wrong = verifyHistory(bare, trust).steps.filter(({ ok }) => !ok)
  expect(wrong.map(({ name }) => name)).toEqual(['sequence', 'restores', 'kept receipts'])
})

test('RESTORE-03 a process of the old generation ends when the next begins', async () => {
  await scene.afterRestore()
  expect(await api.ended).toBe(1)
  expect(api.log()).toContain('another generation of the database')
  api = await scene.startApi()
  player = await logInAgain(api.url, player)
  expect((await fairnessOf(player)).epoch).toBe(4)
})

test('RESTORE-14 a kept reward is given once, also after a restore that loses any step of it', async () => {
  expect(await giveKept()).toBe(0)
  expect(await rewardsOf()).toEqual({ given: 10_000n, kept: 0n, notYet: 0n })
  // The break is over a second time, and the friend comes a second time.
  await bringFriend(scene, referrers.notYet, lateFriend)
  for (const resting of [referrers.kept, referrers.notYet]) await endBreak(scene, resting)
  expect(await giveKept()).toBe(2)
  expect(await rewardsOf()).toEqual({ given: 10_000n, kept: 10_000n, notYet: 10_000n })
  const budget = await scene.owner.rows(
    sql`select sum(given) = (select sum(amount) from referral.rewards) as holds from referral.days`,
  )
  expect(budget).toEqual([{ holds: true }])
})

test('RESTORE-15 terms are accepted anew, and none by a number that means other words now', async () => {
  expect(await isTermsDue(player)).toBe(true)
  const refusal = sql`select ledger.deposit_refusal($1, 100, 0) as answer`
  const judged = async () => (await one(scene.owner.rows(refusal, [player.id]))).answer
  expect(await judged()).toEqual({ refusal: 'termsDue' })
  // A page of the lost time names terms that there aren't now.
  expect(await acceptTerms(player, terms.lost)).toBe(false)
  const again = await publishTerms(3, 'Be kindest.')
  expect(await acceptTerms(player, terms.lost)).toBe(false)
  expect(await acceptTerms(player, terms.inBackup)).toBe(false)
  expect(await isTermsDue(player)).toBe(true)
  // Rounds go on before.
  await spin(player)
  expect(await acceptTerms(player, again)).toBe(true)
  expect(await isTermsDue(player)).toBe(false)
  expect(await judged()).not.toMatchObject({ refusal: 'termsDue' })
})

test('RESTORE-16 a name that its player took off a replay in the lost time doesn’t come back', async () => {
  expect(await nameOf(player)).toBe(null)
  await name(player, true)
  expect(await nameOf(player)).toBe('Meera N.')
})

test('RESTORE-09 play goes on, and the audit is green', async () => {
  for (let n = 0; n < 3; n += 1) await spin(player)
  const findings = await audit(
    { database: scene.worker, surroundings: system, seeds },
    { full: true },
  )
  expect(auditReport(findings)).not.toMatch(/WRONG/)
})
