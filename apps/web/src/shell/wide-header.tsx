import { useLocation } from 'react-router'
import { Art } from '../ui/art.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { destinationOf, destinations } from './navigation.ts'
import { HeaderSlot } from './slots.tsx'

/**
 * From 1100 px: the name, the four destinations and the screen's own slot, on glaze. The
 * destinations stand in the middle, as wide as the slot may be.
 */
export function WideHeader({ navigation }: { navigation: boolean }) {
  const active = destinationOf(useLocation().pathname)
  return (
    <header className="glazed hidden shrink-0 wide:block">
      <div className="mx-auto grid h-17.5 w-page grid-cols-[1fr_auto_1fr] items-center gap-4">
        <Link to="/" className="flex items-center gap-2.5 justify-self-start rounded-tile">
          <Art name="mark" size={40} />
          <span className="text-[1.875rem] font-800 tracking-[-0.045em]">pipkin</span>
        </Link>
        {navigation ? (
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
                {/* As wide as it is in bold. */}
                <span
                  data-name={name}
                  className="after:invisible after:block after:h-0 after:font-720 after:content-[attr(data-name)/'']"
                >
                  {name}
                </span>
              </Link>
            ))}
          </nav>
        ) : (
          <span />
        )}
        <HeaderSlot />
      </div>
    </header>
  )
}
