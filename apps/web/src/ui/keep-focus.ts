/** Those whose elements go often have a better place for the focus, and come first. */
const othersMs = 100

/**
 * Where an act, a colleague or a step removes the focused element, gives the focus to what is
 * nearest around it and can have it (`tabindex`), else to the content: lost, it would begin anew at
 * the top of the page. Answers how to end it.
 */
export function keepFocus(): () => void {
  let path: readonly EventTarget[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = (event: FocusEvent) => {
    path = event.composedPath()
  }
  const isLost = () => {
    const [last] = path
    return last instanceof Element && !last.isConnected && document.activeElement === document.body
  }
  const give = () => {
    timer = undefined
    if (!isLost()) return
    const places = [...path.filter(mayHaveFocus), document.querySelector('main')]
    path = []
    // A sheet on its way down takes none.
    places.some((place) => {
      place?.focus({ preventScroll: true })
      return document.activeElement === place
    })
  }
  const changes = new MutationObserver(() => {
    if (isLost()) timer ??= setTimeout(give, othersMs)
  })
  changes.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', follow)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', follow)
  }
}

const mayHaveFocus = (one: EventTarget): one is HTMLElement =>
  one instanceof HTMLElement && one.isConnected && one.matches('[tabindex]')
