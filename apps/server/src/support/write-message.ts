import { isEmail } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { type Database, one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { networkOf } from '../platform/http/client-network.ts'
import type { Limit } from '../platform/limits/limit.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import { wholePicture } from '../players/accounts/picture.ts'

interface WriteDeps {
  readonly database: Database
  readonly surroundings: Pick<Surroundings, 'randomInt'>
}

const write = sql`select support.write($1, $2, $3, $4, $5) as refusal`

type Refused = 'notFound' | 'pictures' | 'taken' | null

/**
 * Writes a player's message in an own case, or in a new one. A picture is drawn anew, without its
 * metadata. Neither a break nor a limit keeps a player from it.
 */
export async function writeToSupport(
  deps: WriteDeps,
  { player, caseId, text, picture }: InputOf<'writeToSupport'>,
): Promise<Result<'writeToSupport'>> {
  if (text === '') return refuse('invalidForm', noWords)
  const drawn = picture ? await wholePicture(picture) : null
  if (picture && !drawn) return refuse('notAPicture')
  for (let round = 0; round < 10; round += 1) {
    const number = newNumber(deps)
    const values = [player, caseId ?? null, number, text, drawn]
    const { refusal } = await one(deps.database.rows<{ refusal: Refused }>(write, values))
    if (refusal === null)
      return done<'writeToSupport'>({ caseId: caseId ?? number }, 'Your message was sent')
    if (refusal === 'pictures') return refuse('tooManyPictures')
    if (refusal === 'notFound') return refuse('notFound')
  }
  throw new Error('ten random case numbers in a row were taken')
}

const writeAs = sql`select support.write_as_visitor($1, $2, $3) as refusal`

/** How many messages visitors may write: of a network, to an address, and all together. */
export interface VisitorLimits {
  readonly ofNetwork: Limit
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
  if (!isEmail(address))
    return refuse('invalidForm', { parts: { message: 'Please enter a valid email address' } })
  if (text === '') return refuse('invalidForm', noWords)
  const { ofNetwork, ofAddress, ofAll } = deps.visitors
  const retryAfterMs =
    (await ofNetwork.take(networkOf(ip))) ??
    (await ofAddress.take(address)) ??
    (await ofAll.take('all'))
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
  for (let round = 0; round < 10; round += 1) {
    const number = newNumber(deps)
    const values = [address, number, text]
    const { refusal } = await one(
      deps.database.rows<{ refusal: 'taken' | 'tooMany' | null }>(writeAs, values),
    )
    // Operators close what is open, or half a year does.
    if (refusal === 'tooMany') return refuse('tooMany', { retryAfterMs: 3_600_000 })
    if (refusal === null) return done<'writeAsVisitor'>({ caseId: number }, 'Your message was sent')
  }
  throw new Error('ten random case numbers in a row were taken')
}

const noWords = { parts: { message: 'Please write what it is about' } }

const newNumber = ({ surroundings }: WriteDeps): number =>
  surroundings.randomInt(100_000, 1_000_000)
