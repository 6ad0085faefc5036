import { Scale, ShieldCheck } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyReading } from '../../api/lazy-reading.tsx'
import { useSession } from '../../shell/session.ts'
import { Art } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { type Tint, tintClass } from '../../ui/tone.ts'
import { Banner } from './banner.tsx'

// Shared with lazy screens: loaded beside the first view, not before it.
const InviteText = lazyReading(() => import('./invite-text.tsx'))

const inTint = (tint: Tint) => cx(tintClass[tint], 'bg-tint text-tint-ink')

const odds = (
  <Banner
    key="odds"
    to="/fairness"
    title="The odds, before you bet"
    text="Every game, every setting, in figures."
    action="See the odds"
    picture={<Scale size={46} aria-hidden className="shrink-0" />}
    className={inTint('sky')}
  />
)
const checks = (
  <Banner
    key="checks"
    to="/fairness#check"
    title="Check any round"
    text="Your browser recomputes it from its seeds."
    action="How it works"
    picture={<ShieldCheck size={46} aria-hidden className="shrink-0" />}
    className={inTint('leaf')}
  />
)

const invite = (
  <Banner
    key="invite"
    to="/account/invite"
    text={
      <Suspense>
        <InviteText />
      </Suspense>
    }
    action="Invite"
    picture={<Art name="wrapped-gift" size={56} />}
    // On a break its text has a hidden element, which hides the banner.
    className="bg-clay-tint text-clay-ink has-[[hidden]]:hidden"
  />
)

/** Cards to swipe through; they never move by themselves. */
export function Banners() {
  const player = useSession()
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const banners = player ? [invite, odds, checks] : [odds, checks, invite]

  const look = () => {
    const { scrollLeft = 0, scrollWidth = 1, clientWidth = 0 } = strip.current ?? {}
    const way = scrollWidth - clientWidth
    setShown(way > 0 ? Math.round((scrollLeft / way) * (banners.length - 1)) : 0)
  }
  return (
    <section aria-label="News">
      <div
        ref={strip}
        onScroll={look}
        className="-mx-4.5 flex snap-x snap-mandatory scroll-px-4.5 gap-2.5 overflow-x-auto px-4.5 [scrollbar-width:none] wide:mx-0 wide:gap-3 wide:px-0"
      >
        {banners}
      </div>
      <div aria-hidden className="flex h-5.5 items-center justify-center gap-1.5 wide:hidden">
        {banners.map(({ key }, index) => (
          <i
            key={key}
            className={cx(
              'h-1.5 rounded-full transition-[width] duration-(--t-fast)',
              index === shown ? 'w-4.5 bg-ink' : 'w-1.5 bg-edge opacity-50',
            )}
          />
        ))}
      </div>
    </section>
  )
}
