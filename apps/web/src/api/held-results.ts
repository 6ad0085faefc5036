/**
 * Nothing tells early: while a round has ended on the server and its result isn't on screen yet,
 * whatever would tell of it waits, in every tab of this browser. A lock of the browser does that:
 * it also ends with a tab that is closed.
 */
const lock = 'pipkin.result'

/** Holds results back until the returned function is called. */
export function holdResults(): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(lock, { mode: 'shared' }, () => held)
  return release
}

/** Resolves when no tab holds a result back. */
export async function resultsShown(): Promise<void> {
  // Browsers have no locks on pages without TLS, local ones excepted: there each game holds back
  // its own balance alone.
  if ('locks' in navigator) await navigator.locks.request(lock, () => {})
}
