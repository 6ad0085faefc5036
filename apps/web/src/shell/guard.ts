/**
 * The page that asked for the log-in: a guarded page passes itself as `from` to /start, and /start
 * to /login. Home without one, and for what isn't a path of this site.
 */
export function pageAfterLogIn(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && isOwnPath(from) ? from : '/'
}

// Read as browsers do: a backslash counts as a slash, and a tab not at all.
function isOwnPath(path: string): boolean {
  const here = 'https://here.invalid'
  return path.startsWith('/') && URL.canParse(path, here) && new URL(path, here).origin === here
}
