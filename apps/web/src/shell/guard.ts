/**
 * The page that asked for the log-in: a guarded page passes its path as `from` to /start, and
 * /start passes it to /login. Home if there is none, or if it isn't a path of this site.
 */
export function pageAfterLogIn(state: unknown): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' && isOwnPath(from) ? from : '/'
}

// Parsed as browsers do it: a backslash counts as a slash, and a tab is ignored.
function isOwnPath(path: string): boolean {
  const here = 'https://here.invalid'
  if (!path.startsWith('/')) return false
  // Not by `URL.canParse`, which phones of 2022 lack.
  try {
    return new URL(path, here).origin === here
  } catch {
    return false
  }
}
