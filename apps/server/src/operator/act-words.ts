import { actName, type Change, operationReason, timeText } from '@pipkin/contract/desk'
import { fieldName, fieldNames, gameValueText, isDetail } from '@pipkin/contract/desk/field-names'
import { hundredths, moneyText } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { isMoneySetting, isShareSetting } from './list-settings.ts'

/**
 * What an act changed, for a person: a line for each field that differs, amounts in fkr. A proposal
 * is what it would change.
 */
export const changesOf = (act: string, before: unknown, after: unknown): readonly Change[] =>
  changedFields(act, before, after).map(({ change }) => change)

/** The same of a proposal: what a person judges, and apart from it what no one can judge by. */
export function proposedChanges(act: string, before: unknown, after: unknown) {
  const changed = changedFields(act, before, after)
  const those = (detail: boolean) =>
    changed.filter(({ field }) => isDetail(field) === detail).map(({ change }) => change)
  return { changes: those(false), details: those(true) }
}

interface Changed {
  readonly field: string
  readonly change: Change
}

function changedFields(act: string, before: unknown, after: unknown): readonly Changed[] {
  if (act === 'propose' && isProposed(after))
    return [
      {
        field: 'about',
        change: { what: fieldNames.about, before: null, after: aboutText(after.about) },
      },
      ...changedFields('proposed', after.before, after.after),
    ]
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
    // Each change of settings has the next one.
    if (field === 'version') return []
    const change = {
      what: fieldName(field),
      before: was.get(field) ?? null,
      after: is.get(field) ?? null,
    }
    return change.before === change.after ? [] : [{ field, change }]
  })
}

/** What an act is about: a payout by the id of all screens, a proposal by the name of its act. */
export function aboutText(about: string): string {
  const [, player, id] = /^(\d{8}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(about) ?? []
  return player && id
    ? `${player} ${transactionIdOf(Number(player), id)}`
    : about.replace(/^\w+(?= )/, actName)
}

/** What a payout, or rewards, are decided by. */
const decisive = ['amount', 'fee', 'address', 'wallet_disowned', 'rewards']

/** What an act is decided by and leaves as it is; amounts in fkr. */
export function factsOf(before: unknown, after: unknown): readonly Fact[] {
  const was = fieldsOf(before)
  const is = fieldsOf(after)
  return decisive.flatMap((field) => {
    const value = is.get(field)
    return value !== undefined && value === was.get(field)
      ? [{ what: fieldName(field), value }]
      : []
  })
}

interface Fact {
  readonly what: string
  readonly value: string
}

/** What a proposal keeps: the act as it would be recorded. */
interface Proposed {
  readonly about: string
  readonly before?: unknown
  readonly after?: unknown
}

const isProposed = (value: unknown): value is Proposed =>
  typeof value === 'object' && value !== null && 'about' in value && typeof value.about === 'string'

/** The fields of what an act keeps, in words. */
const fieldsOf = (kept: unknown): ReadonlyMap<string, string> =>
  new Map(Object.entries(Object(kept)).map(([field, value]) => [field, shown(field, value)]))

/** Amounts of what acts are about that are no settings. */
const amounts = new Set([
  ...['amount', 'fee', 'sum', 'credited', 'own_part', 'today', 'at_most'],
  ...['deposit_wallet', 'bonus_wallet', 'win_wallet', 'referral_wallet'],
  ...['step', 'minimum', 'maximum'],
])

/** A field's value. */
function shown(field: string, value: unknown): string {
  const ofGame = gameValueText(field, value)
  if (ofGame !== null) return ofGame
  if (value === null || value === undefined) return 'not set'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && isShareSetting(field)) return `${value / 100} %`
  if (typeof value === 'number' && (amounts.has(field) || isMoneySetting(field)))
    return `${moneyText(hundredths(value))} fkr`
  if (Array.isArray(value))
    return (
      value
        .map((one) => (Array.isArray(one) ? `(${shown(field, one)})` : shown(field, one)))
        .join(', ') || 'none'
    )
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, part]) => `${fieldName(name)} ${shown(name, part)}`)
        .join(', ') || 'none'
    )
  const text = String(value)
  if (aTime.test(text)) return timeText(new Date(text))
  if (field === 'reason') return operationReason(text)
  // Bytes as PostgreSQL writes them.
  return text.replace(/^\\x(?=[0-9a-f]+$)/, '')
}

/** As PostgreSQL writes a time in JSON. */
const aTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/
