/** Long enough for several rounds, short enough that the page goes on answering. */
const sliceMs = 40

/**
 * Runs a check in slices, between which the page can respond. After each slice `goOn` gets the last
 * step; if it answers false, the check stops and the result is null.
 */
export async function inSlices<S, T>(
  steps: Generator<S, T>,
  goOn: (step: S) => boolean,
): Promise<T | null> {
  await untilPainted()
  for (let until = performance.now() + sliceMs; ; ) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    if (!goOn(step.value)) return null
    await untilPainted()
    until = performance.now() + sliceMs
  }
}

/** A message, since a hidden page's timers wait for a second and more. */
function untilPainted(): Promise<void> {
  return new Promise((go) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      go()
    }
    port2.postMessage(null)
  })
}
