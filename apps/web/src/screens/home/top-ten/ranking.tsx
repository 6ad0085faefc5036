import type { TopPlayer } from '@pipkin/contract'
import { homeShortensFrom } from '@pipkin/money'
import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { photoUrl } from '../../../api/photo-url.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { List, ListRow } from '../../../ui/list.tsx'
import { SectionHead } from '../../../ui/section-head.tsx'
import { useReducedMotion } from '../../../ui/use-media.ts'
import { useSlowScroll } from './use-slow-scroll.ts'

/** How many rows are in sight at once. */
const windowRows = 5

/**
 * A window of five rows over the list, which scrolls by itself. It rests where the player reduces
 * motion, under a pointer or focus, and after a touch or Pause until Play.
 */
export function Ranking({
  players,
  onRestart,
}: {
  players: readonly TopPlayer[]
  onRestart: () => void
}) {
  const calm = useReducedMotion()
  const [wish, setWish] = useState<'play' | 'pause'>()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const list = useRef<HTMLElement>(null)
  const longer = players.length > windowRows
  const plays = wish === undefined ? !calm : wish === 'play'
  useSlowScroll(list, longer && plays && !pointed && !focused, onRestart)
  const Icon = plays ? Pause : Play
  return (
    <div>
      <SectionHead
        title="Top 10 Players"
        className="mt-4.5"
        end={
          <button
            type="button"
            onClick={() => setWish(plays ? 'pause' : 'play')}
            className="-my-3 inline-flex min-h-11 items-center gap-1.5 pl-3 text-sm font-600 text-ink2"
          >
            <Icon size={16} aria-hidden />
            {plays ? 'Pause' : 'Play'}
            <span className="sr-only"> the list</span>
          </button>
        }
      />
      <p className="mt-0.5 mb-2 text-cap text-ink2">Everything won so far, all time</p>
      <div className="rounded-lg shadow-e1">
        <section
          ref={list}
          aria-label="Top 10 Players"
          // What scrolls must be reached by the keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(true)}
          onPointerLeave={() => setPointed(false)}
          onPointerDown={({ pointerType }) => pointerType !== 'mouse' && setWish('pause')}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="max-h-77.5 overflow-y-auto overscroll-auto rounded-lg"
        >
          <List>
            {players.map((player, index) => (
              // A place is its index; masked ids may be the same.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Place key={index} index={index} player={player} />
            ))}
          </List>
        </section>
      </div>
    </div>
  )
}

interface PlaceProps {
  index: number
  player: TopPlayer
}

/** One player of the list; `index` is the place, from 0. */
const Place = ({ index, player: { name, picture, player, won } }: PlaceProps) => (
  <ListRow
    start={
      <>
        <span className="w-5 font-680 text-ink2">{index + 1}</span>
        <Avatar name={name} src={photoUrl(picture)} tint={index + 3} />
      </>
    }
    title={name}
    // The player's own id comes whole, as a number; others are masked texts.
    note={`ID ${player}${typeof player === 'number' ? ', you' : ''}`}
    end={<Amount value={won} shortFrom={homeShortensFrom} coin={17} />}
  />
)
