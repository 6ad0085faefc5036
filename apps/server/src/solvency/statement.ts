import type { Money } from '@pipkin/money'

/** What the house's key signs of a snapshot (`docs/solvency.md`). */
export const solvencyStatement = (of: {
  readonly snapshot: string
  readonly root: string
  readonly owed: Money
  readonly block: bigint
  readonly held: Money
}): string =>
  [
    'Pipkin solvency',
    `snapshot ${of.snapshot}`,
    `root ${of.root}`,
    `owed ${of.owed}`,
    `block ${of.block}`,
    `held ${of.held}`,
  ].join('\n')
