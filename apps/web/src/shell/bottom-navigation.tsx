import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { destinationOf, destinations } from './navigation.ts'

/**
 * Four destinations; the active one is a raised coin that slides along. Phones and tablets. Where
 * large text leaves no room for four words in a row, they stand two by two, without icons
 * (`shell.css`).
 */
export function BottomNavigation() {
  const active = destinationOf(useLocation().pathname)
  return (
    <nav
      aria-label="Main"
      className="@container bottom-0 z-20 mt-auto shrink-0 border-t border-line bg-surface wide:hidden"
    >
      <div
        data-active={active}
        className="relative grid grid-cols-4 px-2 pt-2 pb-[max(0.875rem,env(safe-area-inset-bottom))]"
      >
        {active >= 0 && <span aria-hidden className="nav-coin" />}
        {destinations.map(({ to, name, icon: Icon }, index) => {
          const on = index === active
          return (
            <Link
              key={to}
              to={to}
              aria-current={on ? 'page' : undefined}
              className={cx(
                'relative flex flex-col items-center gap-0.75 rounded-tile text-cap',
                on ? 'font-720 text-ink' : 'font-560 text-ink2',
              )}
            >
              <span
                className={cx(
                  'grid h-9 w-11 place-items-center transition-[translate] duration-(--t-base) ease-out',
                  on && '-translate-y-4 text-on-butter',
                )}
              >
                <Icon size={23} aria-hidden />
              </span>
              {name}
            </Link>
          )
        })}
      </div>
    </nav>
  )
}
