import { cx } from '../../../ui/cx.ts'

const mostDots = 12

/**
 * A dot for each confirmation, filled where it has come. Decorative; left out where there are too
 * many to be seen.
 */
export function ConfirmationDots({
  confirmed,
  confirmations = 0,
}: {
  confirmed: number
  confirmations?: number | undefined
}) {
  if (confirmations === 0 || confirmations > mostDots) return null
  return (
    <span aria-hidden className="flex shrink-0 gap-1">
      {Array.from({ length: confirmations }, (_, dot) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position.
          key={dot}
          className={cx('size-2.5 rounded-full', dot < confirmed ? 'bg-info' : 'edged')}
        />
      ))}
    </span>
  )
}
