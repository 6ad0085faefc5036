import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** The clock goes on as it does, and `pass` moves it on. The next test has the real one. */
export const startClock = (): void =>
  void vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })

/** Lets time pass, in ms, with all that falls due meanwhile. */
export const pass = (ms: number): Promise<unknown> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
