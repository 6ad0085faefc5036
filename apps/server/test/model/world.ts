import { verifyProof } from '@pipkin/games/verify'
import { fkr, hundredths, moneyFromNumber } from '@pipkin/money'
import { expect } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import { type HttpAnswer, type HttpClient, httpClient } from '../calls/http-client.ts'
import { signedIn } from '../players/signed-in.ts'
import type { Around } from '../processes/running-server.ts'
import type { Api } from '../processes/start-apis.ts'
import type { Shown } from '../rounds/shown-round.ts'
import type { Player, Verdict } from './model.ts'

/** A request to the server, and what the model answers to it. */
export interface Request {
  readonly call: string
  readonly body: object
  /** Applies the request to the model. */
  judge(): Verdict
  seen?(answer: HttpAnswer): void
}

/**
 * A player's clients: a browser that acts, another that only reads, and the open rounds as they
 * were last seen.
 */
export interface Person {
  readonly id: number
  readonly mobile: string
  readonly browser: HttpClient
  readonly looker: HttpClient
  readonly rounds: Map<number, Shown>
  /** The request sent under each idempotency key. */
  readonly sent: Map<string, Request>
}

/** The real server and its players. */
export interface World {
  readonly api: Api
  readonly publicKey: string
  readonly people: readonly Person[]
  /** Waits until the database has finished the queries of a killed server. */
  settled(): Promise<void>
  /** A new friend of the player signs in for the first time. */
  friendSignsIn(person: Person): Promise<void>
  /** The player's break is over, and the worker gives what was kept. */
  breakEnds(person: Person): Promise<void>
  /** Adjusts a wallet as two operators do who agree. Answers why it was refused, or null. */
  adjust(player: number, wallet: string, amount: bigint): Promise<string | null>
}

export const password = 'a long enough one'

const start = { deposit: fkr(500), bonus: fkr(40), win: fkr(100) }

/**
 * A player of the model, and the same one on the server, logged in, with a linked wallet and a
 * password.
 */
export async function newPerson(
  around: Around,
  url: string,
  passwordHash: string,
): Promise<[Player, Person]> {
  const looker = await signedIn(around.db, url, start)
  await around.db.owner.rows(
    sql`insert into cashier.addresses (address, player_id)
      select '0x' || lpad($1::integer::text, 40, '0'), $1`,
    [looker.id],
  )
  const { mobile } = await one(
    around.db.owner.rows<{ mobile: string }>(
      sql`update players.accounts set password_hash = $2 where player_id = $1 returning mobile`,
      [looker.id, passwordHash],
    ),
  )
  const browser = httpClient(url)
  await browser.post('userLogin', { Mobile_No: mobile, Password: password })
  return [
    {
      ...start,
      referral: 0n,
      keptRewards: 0n,
      leaving: 0n,
      loggedIn: true,
      lost: 0n,
      cameIn: start.deposit,
      limits: new Map(),
      onBreak: false,
      open: new Map(),
      kept: new Map(),
    },
    { id: looker.id, mobile, browser, looker, rounds: new Map(), sent: new Map() },
  ]
}

/** The wallet screen says what the model says. */
export async function expectSame(player: Player, { id, looker }: Person): Promise<void> {
  const { body } = await looker.send(`WalletListByUserId?UserId=${id}`, { method: 'GET' })
  const shown = body.Data as Record<
    'CurrentBalance' | 'Bonus' | 'Winning_Amount' | 'ReferalAmount' | 'OnHold',
    number
  >
  const staked = [...player.open.values()].reduce(
    (sum, { deposit, bonus, win }) => sum + deposit + bonus + win,
    0n,
  )
  expect({
    deposit: moneyFromNumber(shown.CurrentBalance),
    bonus: moneyFromNumber(shown.Bonus),
    win: moneyFromNumber(shown.Winning_Amount),
    referral: moneyFromNumber(shown.ReferalAmount),
    onHold: moneyFromNumber(shown.OnHold),
  }).toEqual({
    deposit: player.deposit,
    bonus: player.bonus,
    win: player.win,
    referral: player.referral,
    onHold: hundredths(staked + player.leaving),
  })
}

/** What a settled round came to, once its proof has been recomputed. Null while it is open. */
export function endOf(shown: Shown, publicKey: string): { status: string; payout: bigint } | null {
  if (shown.Status === 'Pending') return null
  const { ok, steps } = verifyProof(shown.proof, { publicKey })
  expect(ok, JSON.stringify(steps)).toBe(true)
  expect(shown.proof).toMatchObject({
    commitment: shown.commitment,
    moves: shown.moves,
    status: shown.Status,
  })
  return { status: shown.Status, payout: moneyFromNumber(shown.Return_Amt) }
}
