import { ChevronRight, type LucideIcon, Scale, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useRouteExists } from '../../shell/route.ts'
import { cx } from '../../ui/cx.ts'
import { type World, worldClass } from '../../ui/tone.ts'

interface Banner {
  readonly to: string
  readonly title: string
  readonly text: string
  readonly action: string
  readonly world: World
  readonly icon: LucideIcon
}

const all: readonly Banner[] = [
  {
    to: '/fairness',
    title: 'The odds, before you bet',
    text: 'Every game, every setting, in figures.',
    action: 'See the odds',
    world: 'guess',
    icon: Scale,
  },
  {
    to: '/fairness#check',
    title: 'Check any round',
    text: 'Your browser recomputes it from its seeds.',
    action: 'How it works',
    world: 'mines',
    icon: ShieldCheck,
  },
]

/** Cards to swipe through; they never move by themselves. */
export function Banners() {
  const exists = useRouteExists()
  const strip = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const banners = all.filter(({ to }) => exists(to.replace(/#.*/, '')))
  if (banners.length === 0) return null

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
        className="-mx-4.5 flex snap-x snap-mandatory scroll-px-4.5 gap-2.5 overflow-x-auto px-4.5 [scrollbar-width:none] desk:mx-0 desk:gap-3 desk:px-0"
      >
        {banners.map(({ to, title, text, action, world, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            className={cx(
              worldClass[world],
              'flex h-24 w-84 shrink-0 snap-start items-center gap-3 overflow-hidden rounded-[1.375rem] bg-world px-3.5 py-2.75 text-world-ink outline-offset-[-2px] desk:h-26 desk:w-auto desk:flex-1',
            )}
          >
            <span className="min-w-0 grow">
              <b className="block text-h3 text-ink">{title}</b>
              <span className="block text-cap font-560">{text}</span>
              <span className="mt-1 inline-flex items-center gap-0.5 text-sm leading-4.5 font-720">
                {action}
                <ChevronRight size={16} aria-hidden />
              </span>
            </span>
            <Icon size={46} aria-hidden className="shrink-0" />
          </Link>
        ))}
      </div>
      <div aria-hidden className="flex h-5.5 items-center justify-center gap-1.5 desk:hidden">
        {banners.map(({ to }, index) => (
          <i
            key={to}
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
