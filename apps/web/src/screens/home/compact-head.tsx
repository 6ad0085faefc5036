import { homeShortensFrom } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { balancesQuery } from '../../api/queries.ts'
import { PlayerAvatar } from '../../shell/player-avatar.tsx'
import type { Session } from '../../shell/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { drip } from '../../ui/drips.ts'
import { Drip } from '../../ui/hero.tsx'
import { NotificationsLink } from './notifications-link.tsx'

/** The drip under the head that stays while the page scrolls. */
const slimDrip = drip(
  26,
  [390, 14],
  [378, 17],
  [350, 5],
  [322, 13],
  [294, 6],
  [250, 20],
  [198, 5],
  [168, 12],
  [136, 5],
  [92, 22],
  [50, 5],
  [24, 16],
  [0, 6],
)

/**
 * What stays of the head once it has been scrolled away: name, Deposit, notifications. Stands at
 * the head's end.
 */
export function CompactHead({ player }: { player: Session }) {
  const end = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  const { data } = useQuery(balancesQuery(player.id))
  useEffect(() => {
    if (!end.current) return
    // In a low window, or in large text, the head may end below the window before any scrolling.
    const observer = new IntersectionObserver(([entry]) =>
      setAway(entry?.isIntersecting === false && entry.boundingClientRect.top < 0),
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      {/* Takes no gap in the row of the wide head. */}
      <div ref={end} className="wide:absolute" />
      {away && (
        <div className="fixed inset-x-0 top-0 z-20 mx-auto max-w-120 animate-drop text-on-glaze wide:hidden">
          <div className="flex items-center gap-3 bg-glaze px-4.5 py-2.5">
            <PlayerAvatar player={player} />
            <span dir="auto" className="min-w-0 grow truncate text-left font-680">
              {player.name}
            </span>
            {data && (
              <Amount
                value={data.deposit}
                shortFrom={homeShortensFrom}
                coin={18}
                className="font-680"
              />
            )}
            <NotificationsLink player={player} />
          </div>
          <Drip shape={slimDrip} />
        </div>
      )}
    </>
  )
}
