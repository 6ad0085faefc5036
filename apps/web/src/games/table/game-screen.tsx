import { moneyText } from '@pipkin/money'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useWorthText } from '../../forms/worth.tsx'
import { realPath } from '../../paths.ts'
import { dueReminder } from '../../play/due-reminder.ts'
import type { Play } from '../../play/play.ts'
import type { Round } from '../../play/round.ts'
import { unansweredOf } from '../../play/stage.ts'
import { useTimeReached } from '../../play/use-time-reached.ts'
import { Screen } from '../../shell/screen.tsx'
import { type ArtName, fetchAhead } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { type Tint, tintClass } from '../../ui/tone.ts'
import { useWide } from '../../ui/use-media.ts'
import { BetForm } from '../bet/bet-form.tsx'
import { DemoBetForm } from '../bet/demo-bet-form.tsx'
import type { Odds } from '../bet/odds-panel.tsx'
import { type BetEntry, useBetEntry } from '../bet/use-bet-entry.ts'
import { clockPlace } from './clock-place.ts'
import { DemoNotice } from './demo-notice.tsx'
import { BetPanel, Dock, type DockAction, type DockContent } from './dock.tsx'
import { DockLink, FairnessLink } from './dock-link.tsx'
import { GameBar } from './game-bar.tsx'
import { GrowingTint } from './growing-tint.tsx'
import { LeaveGame } from './leave-game.tsx'
import { type ResultText, resultContent, resultSentence } from './result.tsx'
import { OddsRail, RoundRail } from './round-rail.tsx'

const clock = () => import('./play-clock.tsx')
const PlayClock = lazy(clock)
const TimePlayed = lazy(async () => ({ default: (await clock()).TimePlayed }))
const LimitsTold = lazy(async () => ({ default: (await clock()).LimitsTold }))
const LastResults = lazy(() => import('./last-results.tsx'))

export interface GameScreenProps<R, M, V> {
  play: Play<R, M, V>
  tint: Tint
  board: ReactNode
  /** What the board may come to show. */
  pictures: readonly ArtName[]
  odds: Odds
  /** The dock before a bet. */
  idle: Pick<DockContent, 'tile' | 'title' | 'note' | 'figures'>
  /** The dock while a round is open. */
  dock: DockContent | null
  /** How the round on screen ended. */
  text: ResultText | null
  /** The move that Bet again makes as well: a slot has no other, and spins. */
  onlyMove?: M
  /** What is said of an open round beside its result. */
  said?: string | undefined
  /** Under the last results. */
  remark?: ReactNode
  /** More about the round, for the right column. */
  lines?: Odds['lines']
  /** How the keyboard plays it, for the right column. */
  keys?: string
  /** The game's name in its addresses. */
  name: string
}

/**
 * The frame of every game: the session's clock, the board below it, where it never moves, and one
 * dock.
 */
export function GameScreen<R, M, V>(props: GameScreenProps<R, M, V>) {
  const { play, tint, board, pictures, odds, text, said, remark, lines, keys, name } = props
  const { stage, round, money } = play
  const entry = useBetEntry(play)
  const [opened, setBetting] = useState(stage.at === 'idle')
  // The round of a bet that got no answer may be found while its form is open.
  const isComing = opened && stage.at === 'idle' && entry.barred === null
  // It waits for what may bar it: it would come up, and go.
  const betting = isComing && !(money.kind === 'real' && money.limits === undefined)
  const [pressed, setPressed] = useState(false)
  const dock = useRef<HTMLElement>(null)
  const mayPlayAgain = useTimeReached(play.againFrom)
  const real = money.kind === 'real'
  useEffect(() => fetchAhead([...pictures, 'trophy']), [pictures])
  const wide = useWide()
  const worth = useWorthText()
  const betAgain = useBetAgain(props, entry, openForm)
  useLeftDown(isComing && !pressed && !wide, () => setBetting(false))

  function openForm() {
    play.again()
    setPressed(true)
    setBetting(true)
  }
  const open = () => {
    entry.reset()
    openForm()
  }
  const offered = contentOf(props, { mayPlayAgain, open, betAgain })
  const isBarred = entry.barred !== null && (stage.at === 'idle' || stage.at === 'settled')
  const content = isBarred
    ? { ...offered, action: null, second: undefined, bar: entry.barred }
    : offered
  useKeptFocus(stage.at, dock)

  const form = {
    play,
    entry,
    odds: wide ? null : odds,
    focused: wide && pressed,
    onBet: () => setBetting(false),
  }
  const bet =
    money.kind === 'real' ? (
      <BetForm {...form} money={money} />
    ) : (
      <DemoBetForm {...form} money={money} />
    )
  const panel =
    wide && stage.at === 'idle' && !isBarred ? (
      <BetPanel>{bet}</BetPanel>
    ) : (
      <Dock
        content={{ ...content, foot: content.foot ?? <Foot play={play} name={name} wide={wide} /> }}
        look={real ? 'butter' : 'line'}
        frame={dock}
        toasts={!wide && !betting}
      />
    )

  // What is loaded later keeps its place.
  const results = money.kind === 'real' && (
    <Suspense fallback={<div className="mt-3 h-18.5" />}>
      <LastResults results={money.results} />
    </Suspense>
  )

  return (
    <Screen
      width="game"
      // As high as the right column: the clock stays in view beside all of it.
      className={cx(tintClass[tint], 'wide:self-stretch')}
      rail={
        wide ? (
          <div className="pt-18">
            {panel}
            {round && <RoundRail round={round} lines={lines ?? []} />}
            {stage.at === 'idle' && <OddsRail odds={odds} />}
            {results}
            {stage.at !== 'idle' && <OddsRail odds={odds} />}
            {keys !== undefined && <p className="px-1 text-cap text-ink2">{keys}</p>}
          </div>
        ) : (
          <div />
        )
      }
    >
      <GameBar
        money={money}
        won={stage.at === 'settled' && stage.round.returned > stage.round.stake}
      />
      {real && (
        <Suspense fallback={<div className={clockPlace} />}>
          <PlayClock at={stage.at} round={round} />
        </Suspense>
      )}
      <div className="px-4.5 pt-0.5 pb-3 wide:px-0 wide:pb-0">
        <GrowingTint address={realPath(name)}>
          <div>{board}</div>
        </GrowingTint>
        {money.kind === 'demo' && <DemoNotice says={money.says} className="mt-3" />}
        {real && (
          <Suspense>
            <LimitsTold />
          </Suspense>
        )}
        {!wide && results}
        {remark}
      </div>
      <p role="status" className="sr-only">
        {round && text
          ? resultSentence(round, text, real, worth)
          : unansweredOf(stage) === null
            ? said
            : `${noAnswer.title}. ${noAnswer.note}`}
      </p>
      {!wide && panel}
      {!wide && (
        <Sheet
          open={betting}
          onClose={() => setBetting(false)}
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

/**
 * While the form is about to open by itself, a press on the page keeps it down: it would come up
 * below the finger, with its Bet.
 */
function useLeftDown(isComing: boolean, leave: () => void) {
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    // Once it is up, nothing outside a dialog can be pressed.
    if (target instanceof Element && !target.closest('dialog')) leave()
  })
  useEffect(() => {
    if (!isComing) return
    const hear = (event: PointerEvent) => onPress(event)
    addEventListener('pointerdown', hear)
    return () => removeEventListener('pointerdown', hear)
  }, [isComing])
}

/**
 * Bet again: the last stake in one press, at the pace of every other bet. If what was shown with it
 * has changed, or it is refused, the form opens instead. A game of one move makes that too.
 */
function useBetAgain<R, M, V>(
  { play, onlyMove }: GameScreenProps<R, M, V>,
  entry: BetEntry<Round<R, M, V>>,
  openForm: () => void,
): DockAction | undefined {
  const { stage, money, againFrom } = play
  const mayPlayAgain = useTimeReached(againFrom)
  const [opened, setOpened] = useState<string | null>(null)
  const moveOnly = useEffectEvent(() => {
    setOpened(null)
    if (onlyMove !== undefined) play.move(onlyMove)
  })
  const isOpened = stage.at === 'open' && stage.round.id === opened && stage.unanswered === null
  useEffect(() => {
    if (isOpened) moveOnly()
  }, [isOpened])

  async function press() {
    const answer = await entry.repeat()
    // What is known of one without an answer stands in the form.
    if (answer === 'changed' || (answer?.ok === false && answer.kind === 'unanswered')) openForm()
    else if (answer?.ok === false) {
      // The reminder that held it back says why, and stands alone.
      if (money.kind === 'demo' || dueReminder.read() === null) openForm()
    }
    // A round that was open already was bet on by another press.
    else if (answer?.ok && answer.participation !== 'resumed') setOpened(answer.round.id)
  }

  if (entry.last === null) return undefined
  const unit = money.kind === 'real' ? ' fkr' : ''
  return {
    label: (
      <span>
        Bet again{' '}
        <small className="text-sm font-560 whitespace-nowrap text-ink2">
          {moneyText(entry.last)}
          {unit}
        </small>
      </span>
    ),
    onPress: () => void press(),
    busy: entry.busy,
    disabled: !mayPlayAgain || !entry.mayBet,
  }
}

/** A press whose button goes with its stage leaves the focus in the dock. */
function useKeptFocus(at: string, dock: RefObject<HTMLElement | null>) {
  const before = useRef(at)
  useEffect(() => {
    const isOther = before.current !== at
    before.current = at
    if (isOther && document.activeElement === document.body)
      dock.current?.focus({ preventScroll: true })
  }, [at, dock])
}

interface Presses {
  readonly mayPlayAgain: boolean
  /** Clears the table and opens the bet. */
  readonly open: () => void
  readonly betAgain: DockAction | undefined
}

const noAnswer = {
  title: 'No answer came',
  note: 'The move may have arrived. Trying again makes it only once.',
}

/** What the dock says at this stage. */
function contentOf<R, M, V>(
  { play, idle, dock, text }: GameScreenProps<R, M, V>,
  { mayPlayAgain, open, betAgain }: Presses,
): DockContent {
  const { stage, move, money } = play
  if (stage.at === 'settled' && text)
    return {
      ...resultContent(stage.round, text, money.kind === 'real'),
      action: { label: 'Play Again', onPress: open, disabled: !mayPlayAgain },
      second: betAgain,
    }
  if (stage.at === 'idle' || !dock)
    return { ...idle, action: { label: 'Place a bet', onPress: open } }
  const unanswered = unansweredOf(stage)
  if (unanswered === null) return dock
  return {
    ...dock,
    ...noAnswer,
    action: { label: 'Try again', onPress: () => move(unanswered) },
  }
}

/**
 * A settled round for money can be checked; otherwise the way to Fairness, or from a demo to the
 * real game. Beside it the log-out, which a wide screen has at its top.
 */
function Foot<R, M, V>({
  play,
  name,
  wide,
}: Pick<GameScreenProps<R, M, V>, 'play' | 'name'> & { wide: boolean }) {
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
