import { type Change, timeText, walletNames } from '@pipkin/contract/desk'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { inFkr } from '../operator/list-acts.ts'

/** Acts whose kept values are an amount alone. */
const amountActs = new Set(['lowerLimit'])

/**
 * What an act changed, for a person: a line for each field that differs, amounts in fkr. A thing
 * that wasn't there before or isn't after reads as a dash. A proposal is what it would change.
 */
export function changesOf(act: string, before: unknown, after: unknown): readonly Change[] {
  if (act === 'propose' && isProposed(after))
    return [
      { what: 'about', before: '–', after: aboutText(after.about) },
      ...changesOf('proposed', after.before, after.after),
    ]
  const isMoney = amountActs.has(act)
  const was = fieldsOf(inFkr(before, isMoney))
  const is = fieldsOf(inFkr(after, isMoney))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((what) => {
    // Each change of settings has the next one.
    if (what === 'version') return []
    const change = { what: words(what), before: was.get(what) ?? '–', after: is.get(what) ?? '–' }
    return change.before === change.after ? [] : [change]
  })
}

/** What an act is about, with a payout's id as all screens have it. */
export function aboutText(about: string): string {
  const [, player, id] = /^(\d{8}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(about) ?? []
  return player && id ? `${player} ${transactionIdOf(Number(player), id)}` : about
}

/** What a payout, or rewards, are decided by. */
const decisive = [
  ['amount', 'Amount'],
  ['fee', 'Fee'],
  ['address', 'Address'],
  ['wallet_disowned', 'Doubted or unlinked by its owner'],
  ['rewards', 'Rewards'],
] as const

/** What an act is decided by and leaves as it is; amounts in fkr. */
export function factsOf(before: unknown, after: unknown): readonly Fact[] {
  const was = fieldsOf(inFkr(before, false))
  const is = fieldsOf(inFkr(after, false))
  return decisive.flatMap(([field, what]) => {
    const value = is.get(field)
    return value !== undefined && value === was.get(field) ? [{ what, value }] : []
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

/** A value's fields in words; a value that is no object is one field. */
function fieldsOf(value: unknown): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', shown(value)]])
  return new Map(Object.entries(value).map(([name, part]) => [name, shown(part)]))
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(shown).join(', ') || '–'
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, part]) => `${words(name)} ${shown(part)}`)
        .join(', ') || '–'
    )
  return typeof value === 'string' && aTime.test(value) ? timeText(new Date(value)) : String(value)
}

/** As PostgreSQL writes a time in JSON. */
const aTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/

const walletWords = new Map(
  Object.entries(walletNames).map(([wallet, name]) => [`${wallet}_wallet`, `${name} wallet`]),
)

/** `second_above` as `second above`, `win_wallet` as `Win wallet`. */
const words = (name: string): string => walletWords.get(name) ?? name.replaceAll('_', ' ')
