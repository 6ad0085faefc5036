import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Link } from './link.tsx'
import { Spinner } from './spinner.tsx'

/**
 * `butter` is the one that moves forward, once a screen. `game` is filled with the ink of the tint
 * around it (`tint-leaf`); `ghost` and `pale` stand on glaze.
 */
export type ButtonLook = 'butter' | 'line' | 'glaze' | 'game' | 'ghost' | 'pale'
/** 44, 48, 54 and 56 px high; `small` is as wide as its text. */
type ButtonSize = 'small' | 'medium' | 'normal' | 'tall'

const looks: Record<ButtonLook, string> = {
  butter: 'bg-butter text-on-butter',
  line: 'bg-surface text-ink edged active:bg-sunken',
  glaze: 'bg-glaze text-on-glaze lip-[color-mix(in_srgb,var(--glaze)_62%,#000)]',
  game: 'bg-tint-ink text-[#FFFDF8] dark:text-tint active:translate-y-px',
  ghost: 'text-on-glaze shadow-[inset_0_0_0_1.5px_var(--on-glaze2)] active:bg-glaze2',
  pale: 'bg-on-glaze text-[#0E4C4F] active:translate-y-px',
}
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 rounded-tile px-4 text-[0.9375rem]',
  medium: 'min-h-12 rounded-tile px-4 text-[1rem]',
  normal: 'min-h-13.5 w-full rounded-button px-4 text-[1.0625rem]',
  tall: 'min-h-14 w-full rounded-button px-4 text-[1.0625rem]',
}

interface ButtonLooks {
  look?: ButtonLook | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

const buttonClass = (
  { look = 'butter', size = 'normal', className }: ButtonLooks,
  off = false,
): string =>
  cx(
    'flex items-center justify-center gap-2 py-1 text-center leading-5 font-720 tracking-[-0.01em]',
    sizes[size],
    off ? 'bg-sunken text-ink2 lined' : looks[look],
    !off && look === 'butter' && (size === 'small' ? 'lip-short-butter-lip' : 'lip-butter-lip'),
    className,
  )

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLooks {
  /** Shows the spinner and takes no press, but keeps the focus. */
  busy?: boolean
  children: ReactNode
}

export function Button({
  look,
  size,
  className,
  busy,
  disabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const off = disabled || busy
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    off ? event.preventDefault() : onClick?.(event)
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({ look, size, className }, disabled)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export interface ButtonLinkProps
  extends Omit<ComponentProps<typeof Link>, 'className'>,
    ButtonLooks {}

/** The same, for what leads to another screen. */
export function ButtonLink({ look, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ look, size, className })} />
}
