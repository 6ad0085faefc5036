import { fieldNames } from '@pipkin/contract/desk/field-names'
import { sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

/** What acts keep, at any depth, without a name for people. */
export async function namelessFields(db: TestDatabase): Promise<readonly string[]> {
  const kept = await db.owner.rows<{ before: unknown; after: unknown }>(
    sql`select before, after from operator.acts`,
  )
  // The rows that they keep whole.
  const columns = await db.owner.rows<{ name: string }>(
    sql`
    select column_name as name from information_schema.columns
    where table_schema || '.' || table_name in ('cashier.operations', 'cashier.settings',
      'referral.settings', 'referral.friends', 'ledger.games')
    union select jsonb_object_keys(rules) from ledger.rulebooks`,
  )
  const fields = new Set([
    ...columns.map(({ name }) => name),
    ...kept.flatMap(({ before, after }) => [...fieldsIn(before), ...fieldsIn(after)]),
  ])
  // A table has one row, each change of settings the next version, and a proposal what it would do.
  const unshown = ['singleton', 'version', 'before', 'after']
  return [...fields].filter((name) => !(name in fieldNames || unshown.includes(name)))
}

function fieldsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return [
    ...(Array.isArray(value) ? [] : Object.keys(value)),
    ...Object.values(value).flatMap(fieldsIn),
  ]
}
