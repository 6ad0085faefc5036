import { type Change, changeText } from '@pipkin/contract/desk'

/** What changes, or has changed, in words. */
export const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.length === 0 ? (
    <span className="text-ink2">nothing</span>
  ) : (
    <ul>
      {changes.map((change) => (
        <li key={change.what} className="wrap-anywhere">
          {changeText(change)}
        </li>
      ))}
    </ul>
  )

export const changesText = (changes: readonly Change[]): string =>
  changes.map(changeText).join('; ')
