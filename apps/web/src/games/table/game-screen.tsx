import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useWorthText } from '../../forms/worth.tsx'
import { realPath } from '../../paths.ts'
import { unansweredOf } from '../../play/stage.ts'
import { Screen } from '../../shell/screen.tsx'
import { type ArtName, fetchAhead } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Tint, tintClass } from '../../ui/tone.ts'
import { useWide } from '../../ui/use-media.ts'
import { BetForm } from '../bet/bet-form.tsx'
import { DemoBetForm } from '../bet/demo-bet-form.tsx'
import { useBetEntry } from '../bet/use-bet-entry.ts'
import { clockPlace } from './clock-place.ts'
import { DemoNotice } from './demo-notice.tsx'
import { BetPanel, Dock } from './dock.tsx'
import { DockFoot } from './dock-foot.tsx'
import { GameBar } from './game-bar.tsx'
import { GameRail, type RailTexts } from './game-rail.tsx'
import { GrowingTint } from './growing-tint.tsx'
import { resultSentence } from './result.tsx'
import { useBetForm } from './use-bet-form.ts'
import { type DockTexts, noAnswer, useDockContent } from './use-dock-content.ts'

const clock = () => import('./play-clock.tsx')
const PlayClock = lazy(clock)
const TimePlayed = lazy(async () => ({ default: (await clock()).TimePlayed }))
const LimitWarnings = lazy(async () => ({ default: (await clock()).LimitWarnings }))
const LastResults = lazyPart(() => import('./last-results.tsx'), {
  // Keeps the place of the results.
  waiting: <div className="mt-3 h-18.5" />,
})

export interface GameScreenProps<R, M, V> extends DockTexts<R, M, V>, RailTexts {
  tint: Tint
  board: ReactNode
  /** The pictures that the board may show later. */
  pictures: readonly ArtName[]
  /** What screen readers hear of an open round. */
  said?: string | undefined
  /** Under the last results. */
  remark?: ReactNode
  /** The game's name in its addresses. */
  name: string
}

/**
 * The frame of every game: the session's clock, the board below it, where it never moves, and one
 * dock. On a wide screen the dock, the odds and the last results stand in a column beside the
 * board.
 */
export function GameScreen<R, M, V>(props: GameScreenProps<R, M, V>) {
  const { play, tint, board, pictures, odds, remark, name } = props
  const { stage, money } = play
  const real = money.kind === 'real'
  const wide = useWide()
  const entry = useBetEntry(play)
  const form = useBetForm(play, entry, wide)
  const content = useDockContent(props, entry, form)
  const dock = useRef<HTMLElement>(null)
  useKeptFocus(`${stage.at} ${form.isUp}`, dock)
  useEffect(() => fetchAhead([...pictures, 'trophy']), [pictures])

  const betProps = {
    play,
    entry,
    odds: wide ? null : odds,
    focused: wide && form.isPressed,
    onBet: form.close,
  }
  const bet = real ? (
    <BetForm {...betProps} money={money} />
  ) : (
    <DemoBetForm {...betProps} money={money} />
  )
  const panel =
    wide && stage.at === 'idle' && entry.barred === null ? (
      <BetPanel>{bet}</BetPanel>
    ) : (
      <Dock
        content={{ ...content, foot: content.foot ?? <DockFoot {...{ play, name, wide }} /> }}
        look={real ? 'butter' : 'line'}
        frame={dock}
        toasts={!wide && !form.isUp}
      />
    )
  const results = real && <LastResults results={money.results} />

  return (
    <Screen
      width="game"
      // As high as the right column, so that the clock stays in view beside all of it.
      className={cx(tintClass[tint], 'wide:self-stretch')}
      rail={wide ? <GameRail {...props} panel={panel} results={results} /> : <div />}
    >
      <GameBar
        money={money}
        won={stage.at === 'settled' && stage.round.returned > stage.round.stake}
      />
      {real && (
        <Suspense fallback={<div className={clockPlace} />}>
          <PlayClock />
        </Suspense>
      )}
      <div className="px-4.5 pt-0.5 pb-3 wide:px-0 wide:pb-0">
        <GrowingTint address={realPath(name)}>
          <div>{board}</div>
        </GrowingTint>
        {!real && <DemoNotice says={money.says} className="mt-3" />}
        {real && (
          <Suspense>
            <LimitWarnings />
          </Suspense>
        )}
        {!wide && results}
        {remark}
      </div>
      <Announcement {...props} />
      {!wide && panel}
      {!wide && (
        <Sheet
          open={form.isUp}
          onClose={form.close}
          // Nothing was pressed that could have the focus again.
          finalFocus={form.isPressed ? undefined : dock}
          title="Place your bet"
          pinned={
            real && (
              <Suspense fallback={<div className="h-11" />}>
                <TimePlayed />
              </Suspense>
            )
          }
        >
          {bet}
        </Sheet>
      )}
    </Screen>
  )
}

/** The round, for screen readers. */
function Announcement<R, M, V>({ play, text, said }: GameScreenProps<R, M, V>) {
  const { stage, round, money } = play
  const worth = useWorthText()
  const ofOpen = unansweredOf(stage) === null ? said : `${noAnswer.title}. ${noAnswer.note}`
  return (
    <p role="status" className="sr-only">
      {round && text ? resultSentence(round, text, money.kind === 'real', worth) : ofOpen}
    </p>
  )
}

/** Keeps the focus in the dock when the pressed button disappears with its stage. */
function useKeptFocus(at: string, dock: RefObject<HTMLElement | null>) {
  const before = useRef(at)
  useEffect(() => {
    const isOther = before.current !== at
    before.current = at
    if (isOther && document.activeElement === document.body)
      dock.current?.focus({ preventScroll: true })
  }, [at, dock])
}
