import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Play } from '../../play/play.ts'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { HeaderEnd } from '../../shell/slots.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { MoneyPill } from './money-pill.tsx'

/** Back, the game's name, what can be staked, and Fairness. */
export function GameBar({ money }: { money?: Play<unknown, unknown, unknown>['money'] }) {
  return (
    <>
      {money && (
        <HeaderEnd>
          <MoneyPill money={money} />
        </HeaderEnd>
      )}
      {/* One line, whatever the balance: the board below never moves. */}
      <div
        className={cx(
          'desk:-mx-3.5 [&_h1]:truncate [&>header]:gap-2',
          money?.kind === 'demo' && '[&_h1]:text-h2',
        )}
      >
        <ScreenBar
          end={
            <>
              <span className="desk:hidden">{money && <MoneyPill money={money} />}</span>
              <Link
                to="/fairness"
                aria-label="Fairness"
                className="grid size-11 shrink-0 place-items-center rounded-tile bg-surface lined active:translate-y-px max-[22.5rem]:hidden desk:hidden"
              >
                <ShieldCheck size={21} aria-hidden />
              </Link>
              <span className="hidden desk:block">
                <ButtonLink to="/fairness" look="line" size="small">
                  <ShieldCheck size={19} aria-hidden />
                  Fairness
                </ButtonLink>
              </span>
            </>
          }
        />
      </div>
    </>
  )
}
