import { randomBytes, randomInt } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { sql } from '../../src/platform/database/database.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { type HttpClient, httpClient } from '../calls/http-client.ts'
import type { TestDatabase } from '../database/fresh-database.ts'
import { type Balances, makePlayer } from './player.ts'

export interface SignedIn extends HttpClient {
  readonly id: PlayerId
}

/** A signed-in player with money in a confirmed session, without the long way through sign-up. */
export async function signedIn(
  db: Pick<TestDatabase, 'owner'>,
  url: string,
  balances: Balances = { deposit: fkr(1_000) },
): Promise<SignedIn> {
  const id = await makePlayer(db, balances)
  await openAccount(db, id)
  const token = await openSession(db, id)
  return Object.assign(httpClient(url, new Map([['sid', token.toString('hex')]])), { id })
}

/** An account for a player of `makePlayer`. */
export const openAccount = ({ owner }: Pick<TestDatabase, 'owner'>, id: PlayerId) =>
  owner.rows(
    sql`
    insert into players.accounts (player_id, name, mobile, email, password_hash, invite_code)
    values ($1, 'Meera Nair', $2, $3, 'none', $4)`,
    [id, String(9_000_000_000 + (id % 1_000_000_000)), `p${id}@example.com`, inviteCode()],
  )

/** A confirmed session of an account: its token. */
export async function openSession(
  { owner }: Pick<TestDatabase, 'owner'>,
  id: PlayerId,
): Promise<Buffer> {
  const token = randomBytes(32)
  await owner.rows(
    sql`
    insert into players.sessions (token_hash, player_id, confirmed_until)
    values ($1, $2, now() + interval '1 hour')`,
    [tokenHash(token), id],
  )
  return token
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const inviteCode = (): string =>
  Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
