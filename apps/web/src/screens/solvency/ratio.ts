import type { Snapshot } from '@pipkin/contract'

const whole = new Intl.NumberFormat('en')

/**
 * Held of owed, cut to a tenth of a percent: `104.2 %`, from a thousand on without it: `1,104 %`. A
 * dash without debts.
 */
export function ratioText({ held, owed }: Pick<Snapshot, 'held' | 'owed'>): string {
  if (owed === 0n) return '–'
  const tenths = (held * 1000n) / owed
  const percent = whole.format(tenths / 10n)
  return tenths < 10_000n ? `${percent}.${tenths % 10n}\u00a0%` : `${percent}\u00a0%`
}
