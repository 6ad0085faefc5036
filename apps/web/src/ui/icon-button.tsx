import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Its name, since it has no text. */
  label: string
  /** Draws a hairline and a surface. */
  outlined?: boolean
  children: ReactNode
}

/** 44 × 44 px, also where text is large: the icon doesn't grow. */
export function IconButton({ label, outlined, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'grid size-[44px] shrink-0 place-items-center rounded-tile active:translate-y-px',
        outlined && 'bg-surface lined',
        className,
      )}
    >
      {children}
    </button>
  )
}
