import { ShieldCheck } from 'lucide-react'
import type { Play } from '../../play/play.ts'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { HeaderEnd } from '../../shell/slots.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { useWide } from '../../ui/use-media.ts'
import { LeaveGame } from './leave-game.tsx'
import { isLong, MoneyPill } from './money-pill.tsx'

/**
 * Back, the game's name, what can be staked, and Fairness. From 1100 px the money is in the header
 * and the log-out here; on smaller screens the log-out is at the foot of the dock.
 */
export function GameBar({
  money,
  won = false,
}: {
  money?: Play<unknown, unknown, unknown>['money']
  /** The round on screen returned more than its stake. */
  won?: boolean
}) {
  const wide = useWide()
  // Fairness can be left out here: the dock links to it as well.
  const leavesNoRoom = money?.kind === 'real' && money.balances && isLong(money.balances.stakeable)
  const pill = money && <MoneyPill money={money} won={won} />
  return (
    // From 360 px on the name fits beside any balance. If it doesn't, its two lines are no higher
    // than Back, so the board below never moves.
    <div className="wide:-mx-3.5 [&_h1]:line-clamp-2 [&_h1]:text-[clamp(1.0625rem,10vw-1.1875rem,1.375rem)] [&_h1]:leading-[1.1] [&>header]:gap-2">
      {wide ? <HeaderEnd>{pill}</HeaderEnd> : null}
      <ScreenBar
        end={
          wide ? (
            <>
              <ButtonLink to="/fairness" look="line" size="small">
                <ShieldCheck size={19} aria-hidden />
                Fairness
              </ButtonLink>
              <LeaveGame look="button" />
            </>
          ) : (
            <>
              {pill}
              <Link
                to="/fairness"
                aria-label="Fairness"
                className={cx(
                  'grid size-11 shrink-0 place-items-center rounded-tile bg-surface lined active:translate-y-px',
                  leavesNoRoom ? 'max-[24.5rem]:hidden' : 'max-[22.5rem]:hidden',
                )}
              >
                <ShieldCheck size={21} aria-hidden />
              </Link>
            </>
          )
        }
      />
    </div>
  )
}
