import { gather } from './batch.ts'
import { isRolledBack } from './database.ts'

/**
 * Lets those who ask the database the same in the same moment share one statement: `ask` answers
 * for each in their order. What PostgreSQL refuses is asked again for each alone. Measured in
 * docs/performance.md.
 */
export const askTogether = <T, A>(ask: (askers: readonly T[]) => Promise<readonly A[]>) =>
  gather(ask, { lanes: 4, most: 60, canRunAlone: isRolledBack })

/** Rows of parameters as an array for each column, as `unnest` takes them. */
export const columnsOf = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((values) => values[column]))
