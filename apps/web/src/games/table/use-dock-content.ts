import type { Play } from '../../play/play.ts'
import type { Round } from '../../play/round.ts'
import { unansweredOf } from '../../play/stage.ts'
import { useTimeReached } from '../../play/use-time-reached.ts'
import type { BetEntry } from '../bet/use-bet-entry.ts'
import type { DockContent } from './dock.tsx'
import { type ResultText, resultContent } from './result.tsx'
import { useBetAgain } from './use-bet-again.tsx'
import type { OpenedForm } from './use-bet-form.ts'

/** A game's texts in the dock, and the one move of a slot. */
export interface DockTexts<R, M, V> {
  readonly play: Play<R, M, V>
  /** The dock before a bet. */
  readonly idle: Pick<DockContent, 'tile' | 'title' | 'note' | 'figures'>
  /** The dock while a round is open. */
  readonly dock: DockContent | null
  /** How the round on screen ended. */
  readonly text: ResultText | null
  /** The move that Bet again makes as well: a slot has no other, and spins. */
  readonly onlyMove?: M
}

/** What the dock, and a screen reader, says of a move that got no answer. */
export const noAnswer = {
  title: 'No answer came',
  note: 'The move may have arrived. Trying again makes it only once.',
}

/** The dock's texts and buttons at this stage; if a bet is barred, the reason. */
export function useDockContent<R, M, V>(
  { play, idle, dock, text, onlyMove }: DockTexts<R, M, V>,
  entry: BetEntry<Round<R, M, V>>,
  form: OpenedForm,
): DockContent {
  const { stage, move, money } = play
  const betAgain = useBetAgain(play, entry, { onlyMove, openForm: form.open })
  const mayPlayAgain = useTimeReached(play.againFrom)
  const { barred } = entry

  if (stage.at === 'settled' && text) {
    const result = resultContent(stage.round, text, money.kind === 'real')
    if (barred !== null) return { ...result, action: null, bar: barred }
    return {
      ...result,
      action: { label: 'Play Again', onPress: form.openAnew, disabled: !mayPlayAgain },
      second: betAgain,
    }
  }
  if (stage.at === 'idle' || !dock) {
    if (barred !== null) return { ...idle, action: null, bar: barred }
    return { ...idle, action: { label: 'Place a bet', onPress: form.openAnew, busy: entry.busy } }
  }
  const unanswered = unansweredOf(stage)
  if (unanswered === null) return dock
  return {
    ...dock,
    ...noAnswer,
    action: { label: 'Try again', onPress: () => move(unanswered) },
  }
}
