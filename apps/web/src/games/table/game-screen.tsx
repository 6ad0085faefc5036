import { type ReactNode, useEffect, useState } from 'react'
import { demoPath, realPath } from '../../paths.ts'
import type { Play } from '../../play/play.ts'
import { unansweredOf } from '../../play/stage.ts'
import { useAfter } from '../../play/use-after.ts'
import { Screen } from '../../shell/screen.tsx'
import { type ArtName, fetchAhead } from '../../ui/art.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type World, worldClass } from '../../ui/tone.ts'
import { useWide } from '../../ui/use-media.ts'
import { BetForm } from '../bet/bet-form.tsx'
import { DemoBetForm } from '../bet/demo-bet-form.tsx'
import type { Odds } from '../bet/odds-panel.tsx'
import { stakeText } from '../bet/stake-entry.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { Dock, type DockContent } from './dock.tsx'
import { DockLink, FairnessLink } from './dock-link.tsx'
import { GameBar } from './game-bar.tsx'
import { GrowingTint } from './growing-tint.tsx'
import { resultContent, resultSentence, type Told } from './result.tsx'
import { OddsRail, RoundRail } from './round-rail.tsx'
import { SessionCard, SessionRail } from './session-card.tsx'

export interface GameScreenProps<R, M, V> {
  play: Play<R, M, V>
  world: World
  board: ReactNode
  /** What the board may come to show. */
  pictures: readonly ArtName[]
  odds: Odds
  /** The dock before a bet. */
  idle: Pick<DockContent, 'tile' | 'title' | 'note' | 'figures'>
  /** The dock while a round is open. */
  dock: DockContent | null
  /** How the round on screen ended. */
  told: Told | null
  /** What is said of an open round beside its result. */
  said?: string | undefined
  /** Under the session. */
  remark?: ReactNode
  /** More about the round, for the right column. */
  lines?: Odds['lines']
  /** How the keyboard plays it, for the right column. */
  keys?: string
  /** In what a demo differs from the real game. */
  differs?: string | undefined
  /** The game's, as it stands in its addresses. */
  name: string
}

/**
 * The frame of every game: the board at the top, where it never moves, the session below it, and
 * one dock.
 */
export function GameScreen<R, M, V>(props: GameScreenProps<R, M, V>) {
  const { play, world, board, pictures, odds, told, said, remark, lines, keys, differs, name } =
    props
  const { stage, round, money, terms } = play
  const [betting, setBetting] = useState(stage.at === 'idle')
  const [text, setText] = useState(() => stakeText(terms.limits.minimum))
  const mayPlayAgain = useAfter(play.againFrom)
  const real = money.kind === 'real'
  useEffect(() => fetchAhead([...pictures, 'trophy']), [pictures])
  const wide = useWide()

  const content = contentOf(props, {
    mayPlayAgain,
    openSheet: () => setBetting(true),
    playAgain() {
      play.again()
      setBetting(true)
    },
  })
  const form = { play, odds, text, onText: setText, onBet: () => setBetting(false) }

  return (
    <Screen
      width="game"
      className={worldClass[world]}
      rail={
        wide ? (
          <div className="pt-18">
            {round && <RoundRail round={round} lines={lines ?? []} />}
            {money.kind === 'real' && <SessionRail tally={money.tally} />}
            <OddsRail odds={odds} />
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
      <div className="px-4.5 pt-0.5 pb-3 desk:px-0 desk:pb-0">
        <GrowingTint address={realPath(name)}>
          <div>{board}</div>
        </GrowingTint>
        {money.kind === 'demo' && <DemoNotice differs={differs} className="mt-3" />}
        {money.kind === 'real' && !wide && <SessionCard tally={money.tally} className="mt-3" />}
        {remark}
      </div>
      <p role="status" className="sr-only">
        {round && told
          ? resultSentence(round, told, real)
          : unansweredOf(stage) === null
            ? said
            : `${noAnswer.title}. ${noAnswer.note}`}
      </p>
      <Dock
        content={{ ...content, foot: content.foot ?? <Foot play={play} name={name} /> }}
        look={real ? 'butter' : 'line'}
      />
      <Sheet open={betting} onClose={() => setBetting(false)} title="Place your bet">
        {money.kind === 'real' ? (
          <BetForm {...form} money={money} demo={demoPath(name)} />
        ) : (
          <DemoBetForm {...form} money={money} />
        )}
      </Sheet>
    </Screen>
  )
}

interface Presses {
  readonly mayPlayAgain: boolean
  readonly openSheet: () => void
  readonly playAgain: () => void
}

const noAnswer = {
  title: 'No answer came',
  note: 'The move may have arrived. Trying again makes it only once.',
}

/** What the dock says at this stage. */
function contentOf<R, M, V>(
  { play, idle, dock, told }: GameScreenProps<R, M, V>,
  { mayPlayAgain, openSheet, playAgain }: Presses,
): DockContent {
  const { stage, move } = play
  if (stage.at === 'settled' && told)
    return {
      ...resultContent(stage.round, told),
      action: { label: 'Play Again', onPress: playAgain, disabled: !mayPlayAgain },
    }
  if (stage.at === 'idle' || !dock)
    return { ...idle, action: { label: 'Place a bet', onPress: openSheet } }
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
 * real game.
 */
function Foot<R, M, V>({ play, name }: Pick<GameScreenProps<R, M, V>, 'play' | 'name'>) {
  const { money, stage } = play
  if (money.kind === 'demo')
    return (
      <DockLink to={realPath(name)} plain>
        Play with your balance
      </DockLink>
    )
  return stage.at === 'settled' ? (
    <DockLink to={`/fairness/${stage.round.id}`}>Verify this round</DockLink>
  ) : (
    <FairnessLink />
  )
}
