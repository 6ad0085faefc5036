import { fieldNames } from '@pipkin/contract/desk/field-names'
import { sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

/** The fields that acts keep, at any depth, for which people see no name. */
export async function namelessFields(db: TestDatabase): Promise<readonly string[]> {
  const kept = await db.owner.rows<{ before: unknown; after: unknown }>(
    sql`select before, after from operator.acts`,
  )
  // The columns of rows that acts keep whole.
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
  // Not shown: the key of a table with one row, the version of settings, and a proposal's two
  // sides.
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
