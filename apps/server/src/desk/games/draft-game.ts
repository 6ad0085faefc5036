import type { DeskInput } from '@pipkin/contract/desk/rules'
import { rulesHash, toHex } from '@pipkin/games'
import { percentText } from '@pipkin/games/percent-text'
import { returnsOf, toNumber } from '@pipkin/games/returns'
import { keptRules } from '../../operator/game-terms.ts'
import { isBeyond, judgeChanges, readGameTerms, type Wanted } from '../../operator/judge-change.ts'
import { termChanges } from '../../operator/preview-game.ts'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { type DeskDeps, type DeskResult, type DeskSession, refuse } from '../desk-deps.ts'
import { actBy } from '../do-act.ts'

/**
 * Keeps settings of a game as a draft, if they may be offered: the rules are judged here, as those
 * of the command.
 */
export async function draftGame(
  deps: DeskDeps,
  session: DeskSession,
  { game, replaces, seen, rules: fields, reason, ...limits }: DeskInput<'draftGame'>,
): Promise<DeskResult<'draftGame'>> {
  const was = await readGameTerms(deps, game)
  if (!was) return refuse('unknownGame')
  const rules = fieldsOf(fields)
  if (!rules) return refuse('notOffered', 'A field of the rules can’t be read.')
  const wanted = judgeChanges(was, { ...limits, rules })
  if (!wanted.ok) return refuse('notOffered', wanted.why)
  if (termChanges(was, wanted.value.becomes).length === 0)
    return refuse('alreadySo', 'These are the settings that are offered now.')
  const values = { game, replaces, seen, ...valuesOf(wanted.value) }
  return actBy(deps, 'draftGame', session, { reason, values })
}

/** Fields of rules from their JSON; null if one is malformed. */
function fieldsOf(fields: DeskInput<'draftGame'>['rules']): object | null {
  try {
    return Object.fromEntries(fields.map(({ name, value }) => [name, JSON.parse(value)]))
  } catch {
    return null
  }
}

function valuesOf({ becomes, judged, margin }: Wanted): object {
  const { name: _, rules, ...limits } = becomes
  const hard = judged.budget?.hardRules
  return {
    ...limits,
    rules,
    rulesHash: toHex(rulesHash(rules)),
    margin,
    hardRules: hard ?? null,
    hardRulesHash: hard ? toHex(rulesHash(hard)) : null,
    mostPays: judged.budget?.mostPays ?? null,
  }
}

const find = sql`select rules from desk.drafts where draft_id = $1`

/**
 * Proposes a draft's publication: every one takes a second person. Beyond the floor or the ceiling
 * the return has to be said once more.
 */
export async function publishGame(
  deps: DeskDeps,
  session: DeskSession,
  { draft, again, reason }: DeskInput<'publishGame'>,
): Promise<DeskResult<'publishGame'>> {
  const row = await maybeOne(deps.database.rows<{ rules: unknown }>(find, [draft]))
  if (!row) return refuse('draftGone')
  const { best } = returnsOf(keptRules(row.rules))
  const percent = percentText(toNumber(best))
  if (isBeyond(best) && again !== percent)
    return refuse(
      'sayTwice',
      `A return of ${percent} % is beyond the floor or the ceiling: say ${percent} once more.`,
    )
  return actBy(deps, 'publishGame', session, { reason, values: { draft } })
}
