/** A lock of the browser: it holds in every tab, and ends with a tab that is closed. */
const lock = 'pipkin.round'

/** Says that a round is open on a screen, a demo's too, until the returned function is called. */
export function holdRound(): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(lock, { mode: 'shared' }, () => held)
  return release
}

/** Whether a round is open on a screen of any tab. */
export const roundOnScreen = (): Promise<boolean> =>
  navigator.locks.request(lock, { ifAvailable: true }, (free) => free === null)
