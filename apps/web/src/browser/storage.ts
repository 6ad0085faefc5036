/** How a value is written as text, and read back. */
export interface Format<T> {
  /** Undefined for text that isn't such a value: players and other tabs can write anything. */
  parse(text: string): T | undefined
  stringify(value: T): string
}

/** A value as JSON. `parse` checks what was read; `toJson` is for values that JSON can't hold. */
export const json = <T>(
  parse: (value: unknown) => T | undefined,
  toJson: (value: T) => unknown = (value) => value,
): Format<T> => ({
  parse(text) {
    try {
      return parse(JSON.parse(text))
    } catch {
      return undefined
    }
  },
  stringify: (value) => JSON.stringify(toJson(value)),
})

/** Text as it is. */
export const plainText: Format<string> = { parse: (text) => text, stringify: (text) => text }

/** One value that this browser keeps. */
export interface Stored<T> {
  readonly key: string
  /** Undefined if there is none or it can't be parsed. The same object until the text changes. */
  read(): T | undefined
  /** Undefined removes the value. */
  write(value: T | undefined): void
}

type Area = 'localStorage' | 'sessionStorage'

/**
 * A value under `key`: in `localStorage` until it is removed, in `sessionStorage` until the tab
 * closes. Reads parse the text each time it has changed. Where the browser blocks its storage or
 * has no room left, the value lasts as long as the page.
 */
export function stored<T>(area: Area, key: string, format: Format<T>): Stored<T> {
  let last: { text: string | null; value: T | undefined } = { text: null, value: undefined }
  return {
    key,
    read() {
      const text = readText(area, key)
      if (text !== last.text) last = { text, value: text === null ? undefined : format.parse(text) }
      return last.value
    },
    write(value) {
      writeText(area, key, value === undefined ? null : format.stringify(value))
    },
  }
}

/** The values that the browser refused to store. */
const unkept = {
  localStorage: new Map<string, string | null>(),
  sessionStorage: new Map<string, string | null>(),
}

function readText(area: Area, key: string): string | null {
  const text = unkept[area].get(key)
  if (text !== undefined) return text
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

function writeText(area: Area, key: string, text: string | null): void {
  unkept[area].delete(key)
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
  } catch {
    unkept[area].set(key, text)
  }
}
