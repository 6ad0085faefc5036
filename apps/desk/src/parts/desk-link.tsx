import { Link, type LinkProps } from 'react-router'
import { cx } from '../../../web/src/ui/cx.ts'

/** A link to another screen, in a sentence or a cell. */
export const DeskLink = ({ className, ...link }: LinkProps) => (
  <Link {...link} className={cx('text-link underline', className)} />
)
