import type { Snapshot } from '@pipkin/contract'

const whole = new Intl.NumberFormat('en')

/** Held of owed, cut to a tenth of a percent: `1,104.2 %`; a dash without debts. */
export function ratioText({ held, owed }: Pick<Snapshot, 'held' | 'owed'>): string {
  if (owed === 0n) return '–'
  const tenths = (held * 1000n) / owed
  return `${whole.format(tenths / 10n)}.${tenths % 10n} %`
}
