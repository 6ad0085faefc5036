import { realPath } from '../../paths.ts'
import type { Play } from '../../play/play.ts'
import { DockLink, FairnessLink } from './dock-link.tsx'
import { LeaveGame } from './leave-game.tsx'

/**
 * A settled round for money can be checked; otherwise the way to Fairness, or from a demo to the
 * real game. Beside it the log-out, which a wide screen has at its top.
 */
export function DockFoot<R, M, V>({
  play,
  name,
  wide,
}: {
  play: Play<R, M, V>
  /** The game's name in its addresses. */
  name: string
  wide: boolean
}) {
  const { money, stage } = play
  const settled = money.kind === 'real' && stage.at === 'settled' ? stage.round.id : undefined
  return (
    <>
      <div className="flex flex-wrap justify-center gap-x-2">
        {money.kind === 'demo' ? (
          <DockLink to={realPath(name)} plain>
            Play with your balance
          </DockLink>
        ) : settled === undefined ? (
          <FairnessLink />
        ) : (
          <DockLink to={`/fairness/${settled}`}>Verify this round</DockLink>
        )}
        {!wide && <LeaveGame look="text" />}
      </div>
      {money.kind === 'real' && settled !== undefined && money.commitment !== undefined && (
        <p className="mt-1 text-center text-cap text-ink2 wide:mb-0">
          Next round sealed as {money.commitment.slice(0, 8)}…{money.commitment.slice(-6)}
        </p>
      )}
    </>
  )
}
