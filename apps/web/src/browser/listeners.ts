import { useSyncExternalStore } from 'react'

type Listener = () => void

/** An event inside the page. */
export interface Signal {
  /** Calls every listener. */
  emit(): void
  /** Adds a listener; returns what removes it. */
  listen(listener: Listener): () => void
}

export function createSignal(): Signal {
  const listeners = new Set<Listener>()
  return {
    emit() {
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A value outside of React that components can follow with `useStore`. */
export interface Store<T> {
  /** What a page shows before it hydrates. */
  readonly initial: T
  read(): T
  /** Replaces the value and calls every listener. */
  set(value: T): void
  listen(listener: Listener): () => void
}

export type ReadableStore<T> = Omit<Store<T>, 'set'>

export function createStore<T>(initial: T): Store<T> {
  const changed = createSignal()
  let value = initial
  return {
    initial,
    read: () => value,
    set(next) {
      value = next
      changed.emit()
    },
    listen: changed.listen,
  }
}

/** The value of a store; the component renders again when it changes. */
export const useStore = <T>({ listen, read, initial }: ReadableStore<T>): T =>
  useSyncExternalStore(listen, read, () => initial)
