import { createHmac } from 'node:crypto'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { ConfigError } from '../config.ts'
import { maybeOne, one, type Queryable, sql } from '../platform/database/database.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import { newTotpSecret, readAppCode, stepOfCode, totpUri } from '../players/factors/app-codes.ts'
import {
  type DeskCaller,
  type DeskDeps,
  type DeskResult,
  type DeskSession,
  done,
  refuse,
} from './desk-deps.ts'

/** A one-time link of an operator, and the hash that the database keeps of its token. */
export function newEntry({
  surroundings,
  publicUrl,
}: Pick<DeskDeps, 'surroundings' | 'publicUrl'>) {
  const token = surroundings.randomBytes(32)
  const href = new URL(`/enter#${token.toString('base64url')}`, publicUrl).href
  return { href, hash: tokenHash(token) }
}

/**
 * What a link needs beside it where two invite: who proposes gets the code, who approves the link.
 * So neither of them comes in as the third person.
 */
export const newEntryCode = ({ surroundings }: Pick<DeskDeps, 'surroundings'>): string =>
  surroundings.randomBytes(5).toString('hex')

/** The same as `desk.decide` makes of both. */
function entryHash(token: string, code: string | undefined): Buffer {
  const link = tokenHash(Buffer.from(token, 'base64url'))
  if (code === undefined) return link
  const typed = Buffer.from(code.trim().toLowerCase())
  return tokenHash(Buffer.concat([link, tokenHash(typed)]))
}

const inviteFirst = sql`select desk.invite_first($1) as invited`

/** The first operator's link, a new one each time; null once there is an operator. */
export async function inviteFirstOperator(
  deps: Pick<DeskDeps, 'database' | 'surroundings' | 'publicUrl'>,
): Promise<string | null> {
  const { href, hash } = newEntry(deps)
  const { invited } = await one(deps.database.rows<{ invited: boolean }>(inviteFirst, [hash]))
  return invited ? href : null
}

const open = sql`select desk.enter($1, $2, $3, $4) as refusal`

/** Opens a session that must add a factor, by the link of an invitation. */
export async function enter(
  { database, surroundings }: DeskDeps,
  { token, name, email, code }: DeskInput<'enter'>,
  caller: DeskCaller,
): Promise<DeskResult<'enter'>> {
  const session = surroundings.randomBytes(32)
  const { refusal } = await one(
    database.rows<{ refusal: 'linkOver' | 'nameTaken' | null }>(open, [
      entryHash(token, code),
      name,
      email,
      tokenHash(session),
    ]),
  )
  if (refusal) return refuse(refusal)
  await openFor(database, caller, session)
  return done<'enter'>({}, 'Now add a passkey or an app')
}

const keepSecret = sql`select desk.keep_secret($1, $2) as kept`

/** Makes a secret for the app. It counts once a code of it was taken. */
export async function startTotp(
  { database, surroundings, factorKeys }: DeskDeps,
  session: DeskSession,
): Promise<DeskResult<'startTotp'>> {
  const secret = newTotpSecret()
  const kept = factorKeys.encrypt(session.operator, secret, surroundings.randomBytes(12))
  const row = await one(database.rows<{ kept: boolean }>(keepSecret, [session.tokenHash, kept]))
  if (!row.kept) return refuse('forbidden')
  return done<'startTotp'>({ secret, uri: totpUri(secret, session.email, 'Pipkin back office') })
}

interface Kept {
  readonly operator: number
  readonly secret: Buffer | null
  readonly now: number
}

const pending = sql`select * from desk.pending_secret($1)`
const confirm = sql`select desk.confirm_secret($1, $2, $3, $4) as confirmed`

/** Adds the app by its first code: the session becomes whole, under a new token. */
export async function confirmTotp(
  deps: DeskDeps,
  { code }: DeskInput<'confirmTotp'>,
  caller: DeskCaller,
  { tokenHash: hash }: DeskSession,
): Promise<DeskResult<'confirmTotp'>> {
  const { database, surroundings } = deps
  const kept = await maybeOne(database.rows<Kept>(pending, [hash]))
  const step = kept ? stepOf(deps, kept, code) : null
  if (!kept || step === null) return refuse('codeWrong')
  const session = surroundings.randomBytes(32)
  const { confirmed } = await one(
    database.rows<{ confirmed: boolean }>(confirm, [hash, kept.secret, step, tokenHash(session)]),
  )
  if (!confirmed) return refuse('linkOver')
  caller.openSession(session)
  return done<'confirmTotp'>({}, 'You are in')
}

const useKey = sql`select desk.use_key($1) as used`

/** Throws `ConfigError` where operators log in under another key. */
export async function useProofKey({
  database,
  proofKey,
}: Pick<DeskDeps, 'database' | 'proofKey'>): Promise<void> {
  const { used } = await one(database.rows<{ used: boolean }>(useKey, [proofKey]))
  if (!used)
    throw new ConfigError([
      'FACTOR_KEY is not the one that operators log in under: set that one (docs/runbooks/keys.md).',
    ])
}

/** What the database opens a session by: that this factor was right, for this session. */
export const proofOf = (
  { proofKey }: Pick<DeskDeps, 'proofKey'>,
  factor: string,
  session: Buffer,
) => createHmac('sha256', proofKey).update(factor).update(tokenHash(session)).digest()

const tryCode = sql`select * from desk.try_code($1)`
const openSession = sql`select desk.open_session($1, $2, $3, $4, $5) as opened`

/**
 * Opens a session by a code of the app, which works once. Five wrong codes close the way for a
 * quarter of an hour. An address that no operator has, and a way that is closed, are answered as a
 * wrong code is: no one learns whose address it is.
 */
export async function logIn(
  deps: DeskDeps,
  { email, code }: DeskInput<'logIn'>,
  caller: DeskCaller,
): Promise<DeskResult<'logIn'>> {
  const { database, surroundings } = deps
  const kept = await maybeOne(database.rows<Kept>(tryCode, [email.trim()]))
  const step = kept ? stepOf(deps, kept, code) : null
  if (!kept || step === null) return refuse('logInWrong')
  const session = surroundings.randomBytes(32)
  const { opened } = await one(
    database.rows<{ opened: boolean }>(openSession, [
      kept.operator,
      kept.secret,
      step,
      tokenHash(session),
      proofOf(deps, `code ${kept.operator} ${step}`, session),
    ]),
  )
  if (!opened) return refuse('logInWrong')
  await openFor(database, caller, session)
  return done<'logIn'>({}, 'You are in')
}

function stepOf({ factorKeys }: DeskDeps, { operator, secret, now }: Kept, code: string) {
  const typed = readAppCode(code)
  if (typed === null || secret === null) return null
  // After a change of FACTOR_KEY the app is worth nothing: its operator must be invited anew.
  if (!factorKeys.isCurrent(operator, secret)) return null
  return stepOfCode(factorKeys.decrypt(operator, secret), typed, now)
}

const endSession = sql`select desk.end_session($1)`

const endOwn = async (database: Queryable, { session }: DeskCaller) =>
  session && database.rows(endSession, [session.tokenHash])

/** Ends the session that the browser had, and gives it the token of the new one. */
export async function openFor(
  database: Queryable,
  caller: DeskCaller,
  token: Buffer,
): Promise<void> {
  await endOwn(database, caller)
  caller.openSession(token)
}

/** Ends the caller's own session. */
export async function logOut(
  { database }: Pick<DeskDeps, 'database'>,
  caller: DeskCaller,
): Promise<DeskResult<'logOut'>> {
  await endOwn(database, caller)
  caller.closeSession()
  return done<'logOut'>({}, 'You are logged out')
}
