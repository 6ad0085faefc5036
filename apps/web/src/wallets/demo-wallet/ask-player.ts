import type { DemoRequest } from './demo-provider.ts'

/** A request that waits for the player. */
export interface Asked {
  readonly request: DemoRequest
  answer(allowed: boolean): void
}

/** Requests one after the other, as a store that a dialog can watch. */
export function askPlayer() {
  let waiting: readonly Asked[] = []
  const listeners = new Set<() => void>()
  function change(next: readonly Asked[]) {
    waiting = next
    for (const listener of listeners) listener()
  }
  return {
    allows: (request: DemoRequest) =>
      new Promise<boolean>((resolve) => {
        const asked: Asked = {
          request,
          answer(allowed) {
            change(waiting.filter((one) => one !== asked))
            resolve(allowed)
          },
        }
        change([...waiting, asked])
      }),
    read: () => waiting[0],
    watch(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
