import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { doAct } from '../do-act.ts'
import { listVersions } from '../list-versions.ts'
import { readFeeSettings } from './read-fee-settings.ts'

/** Fees, minimums and limits. */
export const feesCalls = (deps: DeskDeps) =>
  ({
    readFeeSettings: () => readFeeSettings(deps),
    listFeeVersions: (input) => listVersions(deps, 'cashier', input),
    changeFees: (input, caller) => doAct(deps, 'changeFees', sessionOf(caller), input),
  }) satisfies Partial<DeskHandlers>
