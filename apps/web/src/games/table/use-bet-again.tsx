import { moneyText } from '@pipkin/money'
import { useEffect, useEffectEvent, useState } from 'react'
import { dueReminder } from '../../play/due-reminder.ts'
import type { Play } from '../../play/play.ts'
import type { Round } from '../../play/round.ts'
import { useTimeReached } from '../../play/use-time-reached.ts'
import type { BetEntry } from '../bet/use-bet-entry.ts'
import type { DockAction } from './dock.tsx'

/**
 * Bet again: the last stake in one press, at the pace of any other bet. If the terms that were
 * shown with it have changed, or it is refused, the form opens instead. In a game of one move, the
 * press makes that move too.
 */
export function useBetAgain<R, M, V>(
  play: Play<R, M, V>,
  entry: BetEntry<Round<R, M, V>>,
  { onlyMove, openForm }: { onlyMove: M | undefined; openForm: () => void },
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
    // The form says what is known of a bet that got no answer.
    if (answer === 'changed' || (answer?.ok === false && answer.kind === 'unanswered')) openForm()
    else if (answer?.ok === false) {
      // If a reminder held the bet back, only the reminder is shown.
      if (money.kind === 'demo' || dueReminder.read() === null) openForm()
    }
    // A round that was open already belongs to another press.
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
