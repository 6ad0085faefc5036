import { createStore } from '../../browser/listeners.ts'
import type { DemoRequest } from './demo-provider.ts'

/** A request that waits for the player's answer. */
export interface Asked {
  readonly request: DemoRequest
  answer(allowed: boolean): void
}

/** Queues requests; a dialog shows the first one that waits. */
export function askPlayer() {
  const waiting = createStore<readonly Asked[]>([])
  return {
    allows: (request: DemoRequest) =>
      new Promise<boolean>((resolve) => {
        const asked: Asked = {
          request,
          answer(allowed) {
            waiting.set(waiting.read().filter((one) => one !== asked))
            resolve(allowed)
          },
        }
        waiting.set([...waiting.read(), asked])
      }),
    first: { initial: undefined, read: () => waiting.read()[0], listen: waiting.listen },
  }
}
