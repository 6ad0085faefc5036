import type { HistoryVerdict } from '@pipkin/games/verify'
import type { Check } from './checks.ts'

/** The names of a history's steps, and the text of each one that holds. */
const told: Readonly<Record<string, { title: string; note: string }>> = {
  form: { title: 'Form', note: 'Every part of a history is there' },
  'head signature': { title: 'Signed end', note: 'The house signed how far this history goes' },
  rounds: { title: 'Every round', note: 'Each one checks out by itself' },
  player: { title: 'Player', note: 'All rounds are of one player' },
  order: { title: 'Order', note: 'By epoch and round' },
  sequence: { title: 'None missing', note: 'Each place has its one round, and there is no other' },
  epochs: { title: 'Epochs', note: 'Each has one commitment, of its own' },
  seeds: { title: 'Seeds', note: 'Each epoch that is over has revealed its own' },
  ids: { title: 'Ids', note: 'No round is there twice' },
  restores: { title: 'Restored backups', note: 'Each is signed, and says what it voided' },
  'kept receipts': { title: 'Receipts in this browser', note: 'Their rounds are all there' },
}

/**
 * `signature at epoch 2, nonce 2` is of the bet of a round that was still open, `signature of the
 * void of epoch 2` of what a restore has voided.
 */
const signatureOf = (name: string) =>
  name.startsWith('signature of')
    ? {
        title: name.replace(/^signature of the void of e/, 'Voided e'),
        note: 'The house signed it',
      }
    : {
        title: name.replace(/^signature at/, 'Open round,'),
        note: 'The house signed its bet',
      }

/** A history's verdict in the player's words. */
export function historyChecksOf({ steps, unchecked }: HistoryVerdict): Check[] {
  const checks = steps.map((step): Check => {
    const { title, note } = told[step.name] ?? signatureOf(step.name)
    if (step.ok) return { title, note: step.note ?? note, state: 'holds', failed: [] }
    return { title, state: 'fails', failed: [{ ...step, name: title }] }
  })
  return [
    ...checks,
    ...unchecked.map((note): Check => ({ title: 'Not checked', note, state: 'waits', failed: [] })),
  ]
}
