import type { Statement } from '../../../platform/database/database.ts'

/** An invariant in SQL over all rows: `count` returns how many they are, `find` the violations. */
export interface Sum {
  /** Its number in `docs/invariants.md`. */
  readonly invariant: number
  readonly says: string
  readonly count: Statement
  readonly find: Statement
}
