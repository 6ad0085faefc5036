import type { VerdictInWords } from '../screens/proof/verdict-in-words.ts'

/** An element with its content. Text is never markup: a file may contain anything. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.className = className
  made.append(...inside)
  return made
}

/** A verdict in one sentence, not by colour alone. */
export const banner = ({ ok, title, note }: VerdictInWords): HTMLElement =>
  element(
    'div',
    `banner ${ok ? 'holds' : 'fails'}`,
    element('h2', '', `${ok ? '✓' : '✗'} ${title}`),
    element('p', '', note),
  )
