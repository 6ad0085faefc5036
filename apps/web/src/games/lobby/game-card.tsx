import type { Game } from '@pipkin/contract'
import { gameOf, parseRules } from '@pipkin/games'
import { moneyText } from '@pipkin/money'
import { ArrowRight, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { Art } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { tintClass } from '../../ui/tone.ts'
import { returnText } from '../bet/odds-text.ts'
import type { GameLook } from '../game-screens.ts'
import { lookOf, nameInUrl } from '../games.ts'
import { GrowingTint } from '../table/growing-tint.tsx'

const button =
  'flex h-11 items-center justify-center gap-1.5 rounded-tile text-[0.9375rem] font-720'

/**
 * A game in its colours. The whole card opens it; only *Demo* leads elsewhere. A round that waits
 * can be finished in any game.
 */
export function GameCard({ game, waiting }: { game: Game; waiting: boolean }) {
  const open = waiting || (game.isLive && !game.isDeleted)
  const verb = waiting ? 'Resume' : 'Play'
  const rules = parseRules(game.rules)
  const line = rules && gameOf(rules).words.inOneLine(rules)
  return (
    <GameCardFrame look={lookOf(nameInUrl(game))} address={game.path}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 className="text-h3 font-720">{game.name}</h2>
        <span className="text-cap text-ink2">
          {moneyText(game.minimumStake)} to {moneyText(game.maximumStake)} fkr
        </span>
      </div>
      <p className="text-sm text-ink2">{game.slogan}</p>
      {line !== null && <p className="mt-0.75 text-cap">{line}</p>}
      <p className="mt-1.25 mb-2 flex items-center gap-1.5 text-cap font-640 text-tint-ink">
        <Scale size={15} aria-hidden />
        Returns up to {returnText(game.returns.best)}
      </p>
      {open ? (
        <div className="mt-auto flex flex-wrap gap-2">
          <Link
            to={game.path}
            aria-label={`${verb} ${game.name}`}
            className={cx(
              button,
              'grow-[1.35] basis-0 bg-tint-ink text-[#FFFDF8] after:absolute after:inset-0 after:rounded-lg dark:text-tint',
            )}
          >
            {verb}
            <ArrowRight size={18} aria-hidden />
          </Link>
          {game.demoPath !== '' && (
            <Link
              to={game.demoPath}
              aria-label={`Demo of ${game.name}`}
              className={cx(button, 'relative z-1 grow basis-0 bg-surface edged')}
            >
              Demo
            </Link>
          )}
        </div>
      ) : (
        <div className="mt-auto flex h-11 items-center">
          <Tag tone="mute">Coming Soon</Tag>
        </div>
      )}
    </GameCardFrame>
  )
}

interface FrameProps {
  look: GameLook
  /** The screen whose board the picture's tint grows into. */
  address?: string
  children: ReactNode
}

/**
 * A game's colours and picture, with room for what there is to say of it: on narrow phones some of
 * it takes two lines.
 */
export function GameCardFrame({ look: { tint, art }, address, children }: FrameProps) {
  const picture = (
    <div className="grid place-items-center bg-tint">
      <Art name={art} size={art === 'input-numbers' ? 56 : 62} />
    </div>
  )
  return (
    <Card
      {...(address !== undefined && { role: 'article' })}
      className={cx(
        tintClass[tint],
        'relative grid min-h-39.5 grid-cols-[min(5.75rem,28vw)_minmax(0,1fr)] overflow-hidden max-[22.5rem]:min-h-49 max-[20.5rem]:min-h-54',
      )}
    >
      {address === undefined ? picture : <GrowingTint address={address}>{picture}</GrowingTint>}
      <div className="flex flex-col px-3.5 py-3 pr-3">{children}</div>
    </Card>
  )
}
