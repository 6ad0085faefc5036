import { Writable } from 'node:stream'
import { callNames, contract } from '@pipkin/contract/schemas'
import {
  finishRound,
  games,
  openRound,
  parseRules,
  playMove,
  type Round,
  roundKey,
} from '@pipkin/games'
import { moneyToNumber } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTestsOf } from '../../../../packages/games/test/in-tests.ts'
import { rawCall } from '../../test/calls/raw-call.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { mixedSeeds } from '../../test/seeds.ts'
import { one, sql } from '../platform/database/database.ts'

/**
 * A round's secrets stay in the server until its end. The test reads every byte of every answer and
 * header off the wire, and every line of the log at its most talkative, and looks in them for the
 * round's seed, key, layout and result.
 */

let server: RunningServer
let logged = ''
beforeAll(async () => {
  const log = new Writable({
    write(line, _, done) {
      logged += line
      done()
    },
  })
  server = await startServer({ LOG_LEVEL: 'trace' }, log)
})
afterAll(() => server.close())

interface Secrets {
  /** In any spelling. */
  readonly bytes: readonly Uint8Array[]
  /** As the wire would have them. */
  readonly texts: readonly string[]
}

/**
 * Everything that a player must not know of an open round, from what the database keeps; and the
 * round itself.
 */
async function secretsOf(player: number): Promise<Secrets & { round: Round }> {
  const stored = await one(
    server.db.database.rows<{ nonce: number; client_seed: string; rules: unknown }>(
      sql`select nonce, client_seed, rules from ledger.round_records where player_id = $1`,
      [player],
    ),
  )
  const epochs = await mixedSeeds(server.db, player)
  const rules = parseRules(stored.rules)
  if (!rules) throw new Error('rules of no game')
  const key = roundKey(epochs[0]!, String(player), stored.nonce)
  const round = openRound({ rules, roundKey: key, clientSeed: stored.client_seed })
  const { hides } = inTestsOf(rules.game)
  return {
    round,
    bytes: [key, ...epochs, ...(hides.keys?.(round, key) ?? [])],
    texts: hides.texts?.(round) ?? [],
  }
}

/** The fields of any game that name what only the end reveals. */
const hiddenWords = RegExp(
  `\\b(roundKey|round_key|epochSeed|seed_?hex|layout|kind|${games
    .flatMap(({ name }) => inTestsOf(name).hides.fields)
    .join('|')})"\\s*:`,
  'i',
)
/** The rules are public, and count mines and reels; an operation has a kind too. */
const openly = /"(mines|reels)":\d+|"multipliers":\[\[|"kind":"[a-z]+"/g

const spellings = (bytes: Uint8Array): (string | Buffer)[] => {
  const buffer = Buffer.from(bytes)
  const hex = buffer.toString('hex')
  return [
    buffer,
    hex,
    hex.toUpperCase(),
    buffer.toString('base64').replace(/=+$/, ''),
    buffer.toString('base64url'),
    [...buffer].join(','),
    BigInt(`0x${hex}`).toString(),
  ]
}

/** The secrets of a round that some bytes hold. */
function found({ bytes, texts }: Secrets, heard: Buffer): string[] {
  const words = hiddenWords.exec(heard.toString('latin1').replaceAll(openly, ''))
  return [
    ...bytes.flatMap((secret) => spellings(secret).filter((spelling) => heard.includes(spelling))),
    ...texts.filter((text) => heard.includes(text)),
    ...(words ? [words[0]] : []),
  ].map((one) => one.toString('hex'))
}

/** Every reading call, asked about this player and this round, even where it is about neither. */
async function readEverything(player: SignedIn, transactionId: string): Promise<Buffer[]> {
  const ids = ['id', 'UserId', 'User_Id', 'userId', 'referrer_id'].map(
    (name) => `${name}=${player.id}`,
  )
  const query = [...ids, `Transaction_Id=${transactionId}`, 'tz=UTC', 'all=true'].join('&')
  const reading = callNames
    .map((name) => contract[name].call)
    .filter(({ method, path }) => method === 'GET' && path !== 'events')
  const paths = [
    ...reading.map(({ path }) => `/api/${path}?${query}`),
    `/api/exportHistory?${query}&format=proofs`,
    `/api/exportHistory?${query}&format=csv`,
  ]
  return Promise.all(paths.map((path) => get(player, path)))
}

const cookieOf = ({ cookies }: SignedIn) => `sid=${cookies.get('sid')}`
const get = (player: SignedIn, path: string) =>
  rawCall(server.url, { method: 'GET', path, cookie: cookieOf(player) })
const post = (player: SignedIn, call: string, body: object) =>
  rawCall(server.url, { method: 'POST', path: `/api/${call}`, cookie: cookieOf(player), body })

const jsonIn = (answer: Buffer): Record<string, unknown> =>
  JSON.parse(answer.subarray(answer.indexOf('\r\n\r\n') + 4).toString())

/** A move that can't be stored fails by a bug: its error goes to the log with all that it knows. */
async function whileBroken(act: () => Promise<unknown>): Promise<void> {
  await server.db.owner.rows(sql`alter function ledger.store_moves rename to store_no_moves`)
  await act()
  await server.db.owner.rows(sql`alter function ledger.store_no_moves rename to store_moves`)
}

const offered = games.map(({ name, offer }) => ({ name, offer }))

test.each(offered)('HIDDEN-10 $name shows no byte of its end before it', async ({ offer }) => {
  const game = offer.id
  const stake = moneyToNumber(offer.minimum)
  const player = await server.player()
  logged = ''
  const heard: Buffer[] = []
  async function say(call: string, body: object): Promise<Buffer> {
    const answer = await post(player, call, { User_Id: player.id, ...body })
    heard.push(answer)
    return answer
  }
  const bet = { Amount: -stake, StatusMsg: 'amtplaced', Game_Id: game }
  const id = String(jsonIn(await say('addTransaction', bet)).Transaction_Id)
  const { round: dealt, ...secrets } = await secretsOf(player.id)
  const { hides } = inTestsOf(dealt.rules.game)
  const about = { Transaction_Id: id, Game_Id: game, Bet_Amt: stake }
  const move = (Move: object) => say('playRound', { Transaction_Id: id, Move })

  await say('addParticipation', { ...about, Status: 'Pending' })
  const opening = hides.opening(dealt)
  if (opening) expect(jsonIn(await move(opening))).toMatchObject({ Data: { Status: 'Pending' } })
  expect(jsonIn(await move(hides.refused))).toMatchObject({ Status: false })
  expect(jsonIn(await say('addTransaction', bet))).toMatchObject({ Resumed: true })
  await say('addTransaction', { ...bet, Amount: 5, StatusMsg: 'Win', Bet_Transaction_Id: id })
  await say('updateParticipation', { ...about, Status: 'Win', Return_Amt: 5 })
  await say('updateTransactionStatus', { ...about, StatusMsg: 'Loss' })
  expect(jsonIn(await say('rotateSeed', {}))).toMatchObject({ Data: { revealed: null } })
  heard.push(...(await readEverything(player, id)))

  const open = opening ? after(dealt, opening) : dealt
  const rest = finishRound(open).moves.slice(open.moves.length)
  await whileBroken(() => move(rest[0] ?? {}))
  expect(logged).toContain('a request failed by a bug')
  expect(found(secrets, Buffer.concat([...heard, Buffer.from(logged)]))).toEqual([])

  // The same search finds them as soon as the round has ended.
  let last: Buffer = Buffer.alloc(0)
  for (const one of rest) last = await move(one)
  expect(found(secrets, last).length).toBeGreaterThan(0)
})

function after(round: Round, move: object): Round {
  const played = playMove(round, move)
  if (!played.ok) throw new Error(played.why)
  return played.round
}
