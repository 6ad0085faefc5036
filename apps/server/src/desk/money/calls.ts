import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { listMovements } from './list-movements.ts'
import { listSnapshots } from './list-snapshots.ts'
import { listUnderWay } from './list-under-way.ts'
import { listUnmatched } from './list-unmatched.ts'
import { readMoney } from './read-money.ts'

/** What the house took and gave. */
export const moneyCalls = (deps: DeskDeps) =>
  ({
    readMoney: (input) => readMoney(deps, input),
    listSnapshots: (input) => listSnapshots(deps, input),
    listMovements: (input) => listMovements(deps, input),
    listUnderWay: (input) => listUnderWay(deps, input),
    listUnmatched: () => listUnmatched(deps),
  }) satisfies Partial<DeskHandlers>
