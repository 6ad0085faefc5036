/** A lock of the browser: it holds in every tab, and ends with a tab that is closed. */
const lock = 'pipkin.round'

/**
 * Resolves when the browser has back what this tab let go: it takes a moment longer than letting
 * go.
 */
let givenBack: Promise<unknown> = Promise.resolve()

/** Says that a round is open on a screen, a demo's too, until the returned function is called. */
export function holdRound(): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if (!('locks' in navigator)) return release
  const over = navigator.locks.request(lock, { mode: 'shared' }, () => held)
  return () => {
    release()
    givenBack = Promise.allSettled([givenBack, over])
  }
}

/**
 * Whether a round is open on a screen of any tab. Takes no lock itself: another tab that asks would
 * see it as a round.
 */
export async function roundOnScreen(): Promise<boolean> {
  await givenBack
  const { held } = await navigator.locks.query()
  return held?.some(({ name }) => name === lock) === true
}
