import { useEffect, useEffectEvent, useState } from 'react'
import type { Play } from '../../play/play.ts'
import type { BetEntry } from '../bet/use-bet-entry.ts'

export interface OpenedForm {
  /** Whether the sheet with the form is up. */
  readonly isUp: boolean
  /** Whether a press opened it, rather than the screen by itself. */
  readonly isPressed: boolean
  /** Clears the table and opens the form as it stands. */
  readonly open: () => void
  /** The same, without the form's earlier messages. */
  readonly openAnew: () => void
  readonly close: () => void
}

/** Whether the bet's form is open: it opens by itself if there is no round, later by a press. */
export function useBetForm<R, M, V>(
  { stage, money, again }: Play<R, M, V>,
  { barred, reset }: Pick<BetEntry<unknown>, 'barred' | 'reset'>,
  wide: boolean,
): OpenedForm {
  const [isOpened, setOpened] = useState(stage.at === 'idle')
  const [isPressed, setPressed] = useState(false)
  // The round of a bet that got no answer may be found while its form is open.
  const isComing = isOpened && stage.at === 'idle' && barred === null
  const close = () => setOpened(false)
  useLeftDown(isComing && !isPressed && !wide, close)

  function open() {
    again()
    setPressed(true)
    setOpened(true)
  }
  return {
    // Wait until the limits are read, or the form might open and close again.
    isUp: isComing && !(money.kind === 'real' && money.limits === undefined),
    isPressed,
    open,
    openAnew() {
      reset()
      open()
    },
    close,
  }
}

/**
 * A press on the page while the form is about to open by itself keeps it closed: it would come up
 * below the finger, with its Bet button.
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
