import { firstMessage, noWordsMessage, validateVisitorMessage } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { type Database, one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { Session } from '../platform/http/call.ts'
import { networkOf, wideNetworkOf } from '../platform/http/client-network.ts'
import type { Limit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { wholePicture } from '../players/accounts/picture.ts'

interface WriteDeps {
  readonly database: Database
  readonly surroundings: Pick<Surroundings, 'randomInt'>
}

const write = sql`select refusal, written from support.write($1, $2, $3, $4, $5, $6, $7)`

/** A refusal, or the case in which it was written. */
type Written<Refusal> = { refusal: Refusal } | { refusal: null; written: number }

/**
 * Writes a player's message in a case of theirs, or in a new one. A picture is drawn anew, without
 * its metadata. The same words again within ten minutes, with nothing after them, are one message:
 * the answer to the first was lost. Neither a break nor a limit keeps a player from it. The session
 * that asks is judged again once the picture is drawn.
 */
export async function writeToSupport(
  deps: WriteDeps,
  { player, caseId, text, picture }: InputOf<'writeToSupport'>,
  { id, tokenHash }: Session,
): Promise<Result<'writeToSupport'>> {
  if (text === '') return refuse('invalidForm', { parts: { message: noWordsMessage } })
  const drawn = picture ? await wholePicture(picture) : null
  if (picture && !drawn) return refuse('notAPicture')
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const values = [player, caseId ?? null, newNumber(deps), text, drawn, id, tokenHash]
    const answer = await one(
      deps.database.rows<Written<'noSession' | 'notFound' | 'pictures' | 'taken'>>(write, values),
    )
    if (answer.refusal === null)
      return done<'writeToSupport'>({ caseId: answer.written }, 'Your message was sent')
    if (answer.refusal === 'pictures') return refuse('tooManyPictures')
    if (answer.refusal !== 'taken') return refuse(answer.refusal)
  }
  throw new Error('ten random case numbers in a row were taken')
}

const writeAs = sql`select refusal, written from support.write_as_visitor($1, $2, $3)`

/** How many messages visitors may write. */
export interface VisitorLimits {
  readonly ofNetwork: Limit
  readonly ofWideNetwork: Limit
  /** By an address from a network: strangers who name an owner's use up none of the owner's. */
  readonly ofAddress: Limit
  readonly ofAll: Limit
}

/**
 * Writes a visitor's message as a new case. The answer doesn't depend on the address, which gets no
 * mail but what an operator answers.
 */
export async function writeAsVisitor(
  deps: WriteDeps & { readonly visitors: VisitorLimits },
  { email, text }: InputOf<'writeAsVisitor'>,
  ip: string,
): Promise<Result<'writeAsVisitor'>> {
  const address = email.trim().toLowerCase()
  const message = firstMessage(validateVisitorMessage({ email: address, text }))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  const { ofNetwork, ofWideNetwork, ofAddress, ofAll } = deps.visitors
  const network = wideNetworkOf(ip)
  const retryAfterMs =
    (await ofNetwork.take(networkOf(ip))) ??
    (await ofWideNetwork.take(network)) ??
    (await ofAddress.take(`${network} ${address}`)) ??
    (await ofAll.take('all'))
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const values = [address, newNumber(deps), text]
    const answer = await one(deps.database.rows<Written<'taken' | 'tooMany'>>(writeAs, values))
    // Operators close what is open, or half a year does.
    if (answer.refusal === 'tooMany') return refuse('tooMany', { retryAfterMs: 3_600_000 })
    if (answer.refusal === null)
      return done<'writeAsVisitor'>({ caseId: answer.written }, 'Your message was sent')
  }
  throw new Error('ten random case numbers in a row were taken')
}

const newNumber = ({ surroundings }: WriteDeps): number =>
  surroundings.randomInt(100_000, 1_000_000)
