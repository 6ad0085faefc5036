/** What closes each open sheet, the uppermost last. */
const open: (() => void)[] = []
/** The place in the history at which the last one was opened. */
let opened = 0
/** The one that Back has asked to close. */
let asked: (() => void) | undefined
let isReturning = false

/** Older browsers don’t have it. */
const { navigation }: { readonly navigation?: Navigation } = globalThis
/** The entry that is put above the first of a visit. */
let own: string | undefined

/** The place of the entry on screen, as the router counts; null for one that it doesn’t know. */
function placeNow(): number | null {
  const idx: unknown = Object(history.state).idx
  return typeof idx === 'number' ? idx : null
}

/**
 * Lets the browser's Back close a sheet: the page goes at once to where it was, before the router
 * hears of it. One that stays open, as while it waits for an answer, lets the next Back through. A
 * phone that asks the dialog first comes here no more.
 */
export function closeOnBack(close: () => void): () => void {
  open.push(close)
  opened = placeNow() ?? 0
  // Below the first entry there is another page, which no page can keep Back from.
  if (placeNow() === 0) {
    opened = 1
    history.pushState({ ...history.state, idx: opened }, '')
    own = navigation?.currentEntry?.key
    navigation?.addEventListener('currententrychange', goOnBelow)
  }
  // Before the router's; the same listener is added once.
  addEventListener('popstate', onPop, true)
  return () => void open.splice(open.indexOf(close), 1)
}

/** Back from that entry, once the sheet is closed: below is the same screen, so it goes on. */
function goOnBelow({ from }: NavigationCurrentEntryChangeEvent): void {
  if (from.key === own && placeNow() === 0 && open.length === 0) history.back()
}

function onPop(event: PopStateEvent): void {
  const stepsBack = opened - (placeNow() ?? opened)
  const uppermost = open.at(-1)
  if (isReturning) isReturning = false
  else if (!uppermost || uppermost === asked || stepsBack <= 0) return
  else {
    asked = uppermost
    isReturning = true
    history.go(stepsBack)
    uppermost()
  }
  event.stopImmediatePropagation()
}
