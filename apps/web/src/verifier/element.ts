/** An element and what stands in it. Texts are texts and never markup: a file may say anything. */
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

/** A verdict in one sentence, said by more than its colour. */
export const banner = (holds: boolean, title: string, note: string): HTMLElement =>
  element(
    'div',
    `banner ${holds ? 'holds' : 'fails'}`,
    element('h2', '', `${holds ? '✓' : '✗'} ${title}`),
    element('p', '', note),
  )
