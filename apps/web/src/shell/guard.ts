/** What a guarded page passes to /start, and /start to /login: the page to come back to. */
export interface CameFrom {
  readonly from: string
}

/** The page that asked for the log-in, else home. Only paths of our own. */
export function pageAfterLogIn(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/'
}
