import type { DeskAct, DeskInput, DeskRefusal } from '@pipkin/contract/desk/rules'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'
import { isUuid } from '../platform/database/is-uuid.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import {
  type DeskCaller,
  type DeskDeps,
  type DeskResult,
  type DeskSession,
  done,
  refuse,
  sessionOf,
} from './desk-deps.ts'
import { newEntry, newEntryCode } from './way-in.ts'

/** Acts that answer only whether they are done or proposed. */
type PlainAct = Exclude<DeskAct, 'showContact'>

/** What `desk.act` and `desk.decide` answer. */
interface Acted {
  readonly refusal?: DeskRefusal
  readonly proposal?: string
  readonly act?: string
}

const act = sql`select desk.act($1, $2, $3, $4) as acted`

/**
 * The use case of an act: does it, or proposes it where it takes a second person. The database
 * judges the session, the role and the thresholds, and writes the act down.
 */
export const actOf =
  <N extends PlainAct>(deps: DeskDeps, name: N) =>
  async (
    { reason, ...input }: DeskInput<N> & { readonly reason: string },
    caller: DeskCaller,
  ): Promise<DeskResult<PlainAct>> => {
    const session = sessionOf(caller)
    const given = withOperation(input)
    if (given === null) return refuse('unknownOperation')
    if (name !== 'inviteOperator') return actBy(deps, name, session, { reason, values: given })
    const { href: link, hash } = newEntry(deps)
    const code = newEntryCode(deps)
    const values = {
      ...given,
      tokenHash: hash.toString('hex'),
      codeHash: tokenHash(Buffer.from(code)).toString('hex'),
    }
    return actBy(deps, name, session, { reason, values, link, code })
  }

/**
 * Asks the database for an act with these values, in its own words; amounts become texts. `link`
 * comes with the answer of an act that is done, `code` with that of one that is proposed.
 */
export async function actBy(
  { database }: Pick<DeskDeps, 'database'>,
  name: PlainAct,
  session: DeskSession,
  given: {
    readonly reason: string
    readonly values: object
    readonly link?: string
    readonly code?: string
  },
): Promise<DeskResult<PlainAct>> {
  const { reason, values, link = null, code = null } = given
  const json = JSON.stringify(values, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const { acted } = await one(
    database.rows<{ acted: Acted }>(act, [session.tokenHash, name, reason, json]),
  )
  const { refusal, proposal } = acted
  if (refusal) return refuse(refusal)
  if (proposal) return done<PlainAct>({ proposal, link: null, code }, proposedText)
  return done<PlainAct>({ proposal: null, link, code: null }, 'Done')
}

const proposedText = 'Proposed: a second person has to approve it within 24 hours'

/** A transaction id is a player and an operation to the database; null where it is none. */
function withOperation(input: object): object | null {
  if (!('transaction' in input)) return input
  const ref = parseTransactionId(String(input.transaction))
  return ref && { player: ref.player, operation: ref.id }
}

const contact = sql`select desk.show_contact($1, $2, $3) as contact`

interface Contact extends Acted {
  readonly mobile?: string | null
  readonly email?: string | null
}

/** Shows a player's phone number and address, and records that as an act. */
export async function showContact(
  { database }: DeskDeps,
  session: DeskSession,
  { player, reason }: DeskInput<'showContact'>,
): Promise<DeskResult<'showContact'>> {
  const row = await one(
    database.rows<{ contact: Contact }>(contact, [session.tokenHash, reason, player]),
  )
  const { refusal, mobile = null, email = null } = row.contact
  return refusal ? refuse(refusal) : done<'showContact'>({ mobile, email })
}

const decide = sql`select desk.decide($1, $2, $3, $4, $5) as acted`

/** Approves or refuses what waits for a second person; a proposal of one's own is withdrawn. */
export async function decideProposal(
  deps: DeskDeps,
  decision: 'approved' | 'refused',
  session: DeskSession,
  { proposal, reason }: DeskInput<'approveProposal'>,
): Promise<DeskResult<'approveProposal'>> {
  const link = newEntry(deps)
  const { acted } = await one(
    deps.database.rows<{ acted: Acted }>(decide, [
      session.tokenHash,
      isUuid(proposal) ? proposal : noProposal,
      decision,
      reason,
      link.hash,
    ]),
  )
  if (acted.refusal) return refuse(acted.refusal)
  const invited = decision === 'approved' && acted.act === 'inviteOperator'
  return done<'approveProposal'>(
    { proposal: null, link: invited ? link.href : null, code: null },
    'Done',
  )
}

const noProposal = '00000000-0000-0000-0000-000000000000'
