import type { PlayRules } from '@pipkin/contract/schemas'

/** A profile as the ledger's functions take it (apps/server/migrations/0022_profiles.sql). */
export const ledgerRules = ({ cooling, depositLimit, warnAtPercent }: PlayRules) => ({
  raise_hours: cooling.raiseHours,
  end_hours: cooling.endHours,
  after_period: cooling.afterPeriod,
  needed: depositLimit.ask === 'needed' ? depositLimit.periods : [],
  ask: depositLimit.ask === 'default',
  most: depositLimit.most === null ? null : Number(depositLimit.most),
  most_young: depositLimit.mostYoung === null ? null : Number(depositLimit.mostYoung),
  is_net: depositLimit.isNet,
  warn_percent: warnAtPercent,
})
