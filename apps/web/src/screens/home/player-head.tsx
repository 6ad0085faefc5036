import { PlayerAvatar } from '../../shell/player-avatar.tsx'
import type { Session } from '../../shell/session.ts'
import { HeaderEnd } from '../../shell/slots.tsx'
import { cx } from '../../ui/cx.ts'
import { Hero } from '../../ui/hero.tsx'
import { Balances } from './balances.tsx'
import { CompactHead } from './compact-head.tsx'
import { homeLook } from './home-look.ts'
import { IdChip } from './id-chip.tsx'
import { NotificationsLink } from './notifications-link.tsx'

function greeting(hour: number): string {
  if (hour < 5) return 'Good evening'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

/**
 * Greeting, id, notifications and the three balances. From 1100 px id and notifications stand in
 * the wide header.
 */
export function PlayerHead({ player }: { player: Session }) {
  return (
    <>
      <HeaderEnd>
        <IdChip player={player} />
        <NotificationsLink player={player} />
      </HeaderEnd>
      <Hero
        className={cx(
          homeLook.head,
          'px-4.5 pt-6.5 pb-1.5 wide:flex wide:w-page wide:items-center wide:gap-4 wide:px-0 wide:pt-1 wide:pb-1',
        )}
      >
        <div className="flex flex-wrap items-center gap-2.5 wide:grow wide:gap-4">
          <PlayerAvatar player={player} size={46} className="wide:size-14" />
          <div className="min-w-24 flex-1">
            <div className="text-sm leading-4.5 text-on-glaze2">
              {greeting(new Date().getHours())}
            </div>
            {/* A name that is read from the right is cut at its left end, as the other is at its right. */}
            <h1 tabIndex={-1} dir="auto" className="truncate text-left text-h2 wide:text-h1">
              {player.name}
            </h1>
          </div>
          <div className="contents wide:hidden">
            <IdChip player={player} />
            <NotificationsLink player={player} />
          </div>
        </div>
        <Balances player={player} />
        <CompactHead player={player} />
      </Hero>
    </>
  )
}
