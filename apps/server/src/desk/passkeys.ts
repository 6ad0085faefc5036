import type { DeskInput } from '@pipkin/contract/desk/rules'
import { isDuplicate, maybeOne, one, type Queryable, sql } from '../platform/database/database.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import { type KeptPasskey, readAdded, readSigned } from '../players/factors/webauthn.ts'
import {
  type DeskCaller,
  type DeskDeps,
  type DeskResult,
  type DeskSession,
  done,
  refuse,
} from './desk-deps.ts'
import { openFor, proofOf } from './way-in.ts'

/** What a challenge is bound to. */
interface ChallengeFor {
  readonly adds: boolean
  /** The hash of the session's token, or of the cookie of a browser without one. */
  readonly asker: Buffer
}

const keep = sql`select desk.keep_challenge($1, $2, $3)`
const take = sql`select desk.take_challenge($1, $2, $3) as taken`

async function newChallenge(
  { database, surroundings }: Pick<DeskDeps, 'database' | 'surroundings'>,
  { adds, asker }: ChallengeFor,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = surroundings.randomBytes(32)
  await database.rows(keep, [tokenHash(challenge), adds, asker])
  return Uint8Array.from(challenge)
}

/** Uses the challenge up; false where it isn't this asker's. */
async function takeChallenge(
  database: Queryable,
  challenge: string,
  { adds, asker }: ChallengeFor,
): Promise<boolean> {
  const hash = tokenHash(Buffer.from(challenge, 'base64url'))
  const { taken } = await one(database.rows<{ taken: boolean }>(take, [hash, adds, asker]))
  return taken
}

/** What an invited operator's browser makes a passkey by. */
export async function startPasskey(
  deps: DeskDeps,
  { operator, name, email, whole, tokenHash: asker }: DeskSession,
): Promise<DeskResult<'startPasskey'>> {
  if (whole) return refuse('forbidden')
  const challenge = await newChallenge(deps, { adds: true, asker })
  const userHandle = deps.factorKeys.userHandle(operator)
  const of = { challenge, userHandle, name, userName: email, passkeys: [] }
  return done<'startPasskey'>(await deps.webauthn.addOptions(of))
}

const add = sql`select desk.add_passkey($1, $2, $3, $4, $5, $6, $7) as added`

/** Adds the passkey in place of any factor before: the session becomes whole, under a new token. */
export async function addPasskey(
  deps: DeskDeps,
  { attestation }: DeskInput<'addPasskey'>,
  caller: DeskCaller,
  { operator, tokenHash: asker }: DeskSession,
): Promise<DeskResult<'addPasskey'>> {
  const { database, surroundings, factorKeys, webauthn } = deps
  const read = readAdded(attestation)
  if (!read || !(await takeChallenge(database, read.challenge, { adds: true, asker })))
    return refuse('passkeyWrong')
  const made = await webauthn.verifyNew(read.response, read.challenge)
  if (!made) return refuse('passkeyWrong')
  const session = surroundings.randomBytes(32)
  const values = [
    asker,
    made.id,
    made.publicKey,
    factorKeys.userHandle(operator),
    made.counter,
    made.transports,
    tokenHash(session),
  ]
  try {
    const { added } = await one(database.rows<{ added: boolean }>(add, values))
    if (!added) return refuse('linkOver')
  } catch (error) {
    // An id that is kept already.
    if (isDuplicate(error)) return refuse('passkeyWrong')
    throw error
  }
  caller.openSession(session)
  return done<'addPasskey'>({}, 'You are in')
}

/** What a passkey signs to log in: any that the authenticator holds for this address. */
export async function askPasskey(
  deps: DeskDeps,
  caller: DeskCaller,
): Promise<DeskResult<'askPasskey'>> {
  const browser = caller.passkeyBrowser ?? deps.surroundings.randomBytes(32)
  const challenge = await newChallenge(deps, { adds: false, asker: tokenHash(browser) })
  caller.keepPasskeyBrowser(browser)
  return done<'askPasskey'>(await deps.webauthn.askOptions(challenge, []))
}

interface Found extends Omit<KeptPasskey, 'credential_id'> {
  readonly user_handle: Buffer
}

const find = sql`select public_key, user_handle, transports from desk.find_passkey($1)`
const open = sql`select desk.open_session_by_passkey($1, $2, $3, $4) as opened`

/** Opens a session by a passkey alone: it is two factors, since it verifies its user. */
export async function logInByPasskey(
  deps: DeskDeps,
  { assertion }: DeskInput<'logInByPasskey'>,
  caller: DeskCaller,
): Promise<DeskResult<'logInByPasskey'>> {
  const { database, surroundings, webauthn } = deps
  const read = readSigned(assertion)
  if (!read || !caller.passkeyBrowser) return refuse('passkeyWrong')
  const { response, challenge } = read
  const asker = tokenHash(caller.passkeyBrowser)
  if (!(await takeChallenge(database, challenge, { adds: false, asker })))
    return refuse('passkeyWrong')
  const id = Buffer.from(response.id, 'base64url')
  const passkey = await maybeOne(database.rows<Found>(find, [id]))
  const { userHandle } = response.response
  if (!passkey || !userHandle || !passkey.user_handle.equals(Buffer.from(userHandle, 'base64url')))
    return refuse('passkeyWrong')
  const counter = await webauthn.verifySigned(response, challenge, {
    ...passkey,
    credential_id: id,
  })
  if (counter === null) return refuse('passkeyWrong')
  const session = surroundings.randomBytes(32)
  const { opened } = await one(
    database.rows<{ opened: boolean }>(open, [
      id,
      counter,
      tokenHash(session),
      proofOf(deps, `passkey ${id.toString('hex')}`, session),
    ]),
  )
  if (!opened) return refuse('passkeyWrong')
  await openFor(database, caller, session)
  return done<'logInByPasskey'>({}, 'You are in')
}
