/** Long enough for several rounds, short enough that the page goes on answering. */
const sliceMs = 40

/**
 * Takes the steps of a check a slice at a time, so that the page stays alive. After each slice
 * `goOn` is told of the last step; where it answers no the check is given up, and null comes back.
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
