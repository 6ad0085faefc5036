/** A text that one page passed to the next in the history's state. */
export function textIn(state: unknown, name: string): string | undefined {
  const value: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
  return typeof value === 'string' ? value : undefined
}
