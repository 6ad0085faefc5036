import type { Change } from '@pipkin/contract/desk'

/** What changes, or has changed, in words. */
export const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <span className="text-ink2">nothing</span>
  ) : (
    <ul>
      {changes.map(({ what, before, after }) => (
        <li key={what} className="wrap-anywhere">
          {what}: {before} → {after}
        </li>
      ))}
    </ul>
  )

export const changesText = (changes: readonly Change[]): string =>
  changes.map(({ what, before, after }) => `${what}: ${before} → ${after}`).join('; ')
