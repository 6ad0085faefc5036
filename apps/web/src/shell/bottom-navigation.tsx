import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { destinationOf, destinations } from './navigation.ts'

/**
 * Four destinations; the active one is a raised coin that slides along. Phones and tablets. Where
 * large text leaves no room for four words in a row, they stand two by two, without icons.
 */
export function BottomNavigation() {
  const active = destinationOf(useLocation().pathname)
  return (
    <nav
      aria-label="Main"
      className="@container sticky bottom-0 z-20 mt-auto shrink-0 border-t border-line bg-surface desk:hidden"
    >
      <div
        data-active={active}
        className="relative grid grid-cols-4 px-2 pt-2 pb-[max(0.875rem,env(safe-area-inset-bottom))] @max-[16rem]:grid-cols-2"
      >
        {active >= 0 && <RaisedCoin />}
        {destinations.map(({ to, name, icon: Icon }, index) => {
          const on = index === active
          return (
            <Link
              key={to}
              to={to}
              aria-current={on ? 'page' : undefined}
              className={cx(
                'relative flex flex-col items-center gap-0.75 rounded-tile text-cap @max-[16rem]:min-h-11 @max-[16rem]:justify-center',
                on
                  ? 'font-720 text-ink @max-[16rem]:bg-butter @max-[16rem]:text-on-butter'
                  : 'font-560 text-ink2',
              )}
            >
              <span
                className={cx(
                  'grid h-9 w-11 place-items-center transition-[translate] duration-(--t-base) ease-out @max-[16rem]:hidden',
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

/** The coin lies under the icons, so that it can slide from one to the next. */
function RaisedCoin() {
  return (
    <span
      aria-hidden
      className="nav-coin pointer-events-none absolute -top-3 left-2 grid w-[calc((100%-1rem)/4)] justify-items-center transition-[translate] duration-(--t-base) ease-out @max-[16rem]:hidden"
    >
      <span className="size-11 rounded-full bg-butter shadow-[0_3px_0_var(--butter-lip),inset_0_0_0_3px_#FFD977,0_0_0_5px_var(--surface),0_3px_0_5px_var(--surface)]" />
    </span>
  )
}
