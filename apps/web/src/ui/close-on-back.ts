/** The close functions of the open sheets, the uppermost last. */
const open: (() => void)[] = []
/** The history index, as the router counts, at which the last sheet was opened. */
let openedAt = 0
/** The sheet that Back has asked to close already. */
let closing: (() => void) | undefined
let isReturning = false

/** Undefined in older browsers. */
const { navigation }: { readonly navigation?: Navigation } = globalThis
/** The key of the history entry that was pushed above the first one of the visit. */
let addedKey: string | undefined

/**
 * The history index of the current entry, as the router counts; null if the router didn't make it.
 */
function placeNow(): number | null {
  const idx: unknown = Object(history.state).idx
  return typeof idx === 'number' ? idx : null
}

/**
 * Lets the browser's Back close the uppermost sheet: the history goes forward again at once, before
 * the router hears of the step. If the sheet stays open, as while it waits for an answer, the next
 * Back leaves the screen. On phones whose Back closes a dialog by itself, no step back happens.
 */
export function closeOnBack(close: () => void): () => void {
  open.push(close)
  openedAt = placeNow() ?? 0
  // Below the first entry lies another site, and no page can stop Back from going there: so push an
  // entry to go back from.
  if (placeNow() === 0) {
    openedAt = 1
    history.pushState({ ...history.state, idx: openedAt }, '')
    addedKey = navigation?.currentEntry?.key
    navigation?.addEventListener('currententrychange', goBackOnce)
  }
  // In the place before the router's listener that `main.tsx` has kept.
  window.onpopstate = onPop
  return () => void open.splice(open.indexOf(close), 1)
}

/**
 * Once the sheet is closed, Back from the pushed entry would show the same screen again: go one
 * further.
 */
function goBackOnce({ from }: NavigationCurrentEntryChangeEvent): void {
  if (from.key === addedKey && placeNow() === 0 && open.length === 0) history.back()
}

function onPop(event: PopStateEvent): void {
  const stepsBack = openedAt - (placeNow() ?? openedAt)
  const uppermost = open.at(-1)
  if (isReturning) isReturning = false
  else if (!uppermost || uppermost === closing || stepsBack <= 0) return
  else {
    closing = uppermost
    isReturning = true
    history.go(stepsBack)
    uppermost()
  }
  event.stopImmediatePropagation()
}
