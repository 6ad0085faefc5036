import { Link, useLocation } from 'react-router'
import { Art } from '../ui/art.tsx'
import { cx } from '../ui/cx.ts'
import { destinationOf, destinations } from './navigation.ts'
import { HeaderSlot } from './slots.tsx'

/** From 1100 px: the name, the four destinations and the screen's own slot, on glaze. */
export function DeskHeader({ navigation }: { navigation: boolean }) {
  const active = destinationOf(useLocation().pathname)
  return (
    <header className="glazed hidden shrink-0 desk:block">
      <div className="mx-auto flex h-17.5 w-280 items-center gap-4">
        <Link to="/" className="flex items-center gap-2.5 rounded-tile">
          <Art name="mark" size={40} />
          <span className="text-[1.875rem] font-800 tracking-[-0.045em]">pipkin</span>
        </Link>
        <div className="grow" />
        {navigation && (
          <nav aria-label="Main" className="flex gap-1">
            {destinations.map(({ to, name, icon: Icon }, index) => (
              <Link
                key={to}
                to={to}
                aria-current={index === active ? 'page' : undefined}
                className={cx(
                  'flex h-11 items-center gap-2 rounded-full px-3.5 text-[0.9375rem]',
                  index === active
                    ? 'bg-butter font-720 text-on-butter lip-short-butter-lip'
                    : 'font-620 text-on-glaze2',
                )}
              >
                <Icon size={20} aria-hidden />
                {name}
              </Link>
            ))}
          </nav>
        )}
        <div className="grow" />
        <HeaderSlot />
      </div>
    </header>
  )
}
