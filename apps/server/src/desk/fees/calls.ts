import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { listVersions } from '../list-versions.ts'
import { readFeeSettings } from './read-fee-settings.ts'

/** Fees, minimums and limits. */
export const feesCalls = (deps: DeskDeps) =>
  ({
    readFeeSettings: () => readFeeSettings(deps),
    listFeeVersions: (input) => listVersions(deps, 'cashier', input),
    changeFees: actOf(deps, 'changeFees'),
  }) satisfies Partial<DeskHandlers>
