import { Link } from 'react-router'
import { cx } from '../../../web/src/ui/cx.ts'
import { DeskLink } from './desk-link.tsx'

/** Tabs for the parts of a screen. The address names the one shown, by default as `view`. */
export const Views = <T extends string>({
  label,
  views,
  shown,
  to = (view) => `?view=${view}`,
}: {
  label: string
  views: readonly { readonly view: T; readonly name: string }[]
  /** Null if the screen shows something else, such as search results. */
  shown: T | null
  to?: (view: T) => string
}) => (
  <nav aria-label={label} className="mt-4 flex flex-wrap gap-1 rounded-md bg-sunken p-1 lined">
    {views.map(({ view, name }) => (
      <Link
        key={view}
        to={to(view)}
        aria-current={view === shown ? 'page' : undefined}
        className={cx(
          'rounded-[13px] px-4 py-2.5 text-sm',
          view === shown ? 'bg-surface font-720 shadow-e1' : 'font-620 text-ink2 hover:text-ink',
        )}
      >
        {name}
      </Link>
    ))}
  </nav>
)

/** A link to the next page of a list, if there is one. */
export const NextPage = ({
  next,
  keep,
  name,
  children,
}: {
  next: string | null
  /** The other parameters that stay in the address. */
  keep: Readonly<Record<string, string | undefined>>
  /** The cursor's name in the address. */
  name: string
  children: string
}) => {
  if (next === null) return null
  const kept = Object.entries(keep).filter((pair): pair is [string, string] => !!pair[1])
  return (
    <DeskLink to={`?${new URLSearchParams([...kept, [name, next]])}`} className="mt-4 inline-block">
      {children}
    </DeskLink>
  )
}
