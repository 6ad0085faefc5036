import { useLocation } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { destinationOf, destinations } from './navigation.ts'

/** Four destinations; the active one is a raised coin that slides along. Phones and tablets. */
export function BottomNavigation() {
  const active = destinationOf(useLocation().pathname)
  return (
    <nav
      aria-label="Main"
      data-active={active}
      className="sticky bottom-0 z-20 mt-auto grid shrink-0 grid-cols-4 border-t border-line bg-surface px-2 pt-2 pb-[max(0.875rem,env(safe-area-inset-bottom))] desk:hidden"
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
    </nav>
  )
}

/** The coin lies under the icons, so that it can slide from one to the next. */
function RaisedCoin() {
  return (
    <span
      aria-hidden
      className="nav-coin pointer-events-none absolute -top-3 left-2 grid w-[calc((100%-1rem)/4)] justify-items-center transition-[translate] duration-(--t-base) ease-out"
    >
      <span className="size-11 rounded-full bg-butter shadow-[0_3px_0_var(--butter-lip),inset_0_0_0_3px_#FFD977,0_0_0_5px_var(--surface),0_3px_0_5px_var(--surface)]" />
    </span>
  )
}
