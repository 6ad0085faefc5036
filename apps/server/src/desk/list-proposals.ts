import { type DeskInput, type DeskRefusal, deskRefusals } from '@pipkin/contract/desk/rules'
import { aboutText, factsOf, proposedChanges } from '../operator/act-words.ts'
import { pageOf } from '../platform/database/cursor.ts'
import { sql } from '../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, type DeskSession, done } from './desk-deps.ts'

const proposals = sql`select * from desk.list_proposals($1, $2, $3, $4, $5)`

interface ProposalRow {
  readonly id: string
  readonly act: string
  readonly reason: string
  readonly changes: { readonly about: string; readonly before: unknown; readonly after: unknown }
  readonly proposed_by: number
  readonly proposer: string
  readonly proposed_at: Date
  readonly decision: string | null
  readonly decider: string | null
  readonly deciders: readonly string[]
  readonly why_not: DeskRefusal | null
}

/**
 * The proposals that this operator may see, the oldest first: the operator's own, those that the
 * role may decide, and all for an auditor, or about a player whom the role may see.
 */
export async function listProposals(
  { database }: DeskReadDeps,
  session: DeskSession,
  { act, about, cursor, limit }: DeskInput<'listProposals'>,
): Promise<DeskResult<'listProposals'>> {
  const given = [session.operator, act, about, cursor, limit + 1]
  const rows = await database.rows<ProposalRow>(proposals, given)
  const { shown, next } = pageOf(rows, limit, ({ id }) => id)
  return done<'listProposals'>({
    proposals: shown.map(({ id, act, reason, changes, proposer, decision, decider, ...row }) => ({
      proposal: id,
      act,
      about: aboutText(changes.about),
      reason,
      facts: factsOf(changes.before, changes.after),
      ...proposedChanges(act, changes.before, changes.after),
      proposer,
      own: row.proposed_by === session.operator,
      mayDecide: row.deciders.includes(session.role) && row.why_not !== 'aboutYourself',
      whyNot: row.why_not && deskRefusals[row.why_not][1],
      deciders: row.deciders,
      proposedAt: row.proposed_at,
      decision,
      decider,
    })),
    next,
  })
}
