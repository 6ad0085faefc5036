import { randomBytes as systemRandomBytes, randomInt as systemRandomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Time and randomness, passed in so that tests can fix them. */
export interface Surroundings {
  now(): Date
  /** A monotonic clock, for durations: setting the system's clock doesn't change it. */
  elapsedMs(): number
  randomBytes(size: number): Buffer
  /** A whole number from `min` up to and without `max`. */
  randomInt(min: number, max: number): number
  /** A UUIDv7: ids that sort by time. */
  newId(): string
}

export const system: Surroundings = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  randomBytes: systemRandomBytes,
  randomInt: systemRandomInt,
  newId: () => v7(),
}
