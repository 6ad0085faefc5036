/**
 * Text from a wallet, fit to be shown: one line, without control characters or marks that turn the
 * direction of what follows, at most `most` characters. Empty for anything that isn't text.
 */
export function plainText(value: unknown, most: number): string {
  if (typeof value !== 'string') return ''
  // Cut first, so that a text of megabytes costs little.
  const line = value
    .slice(0, most * 10)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
