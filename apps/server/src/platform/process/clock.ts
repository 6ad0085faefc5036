import { randomBytes as systemRandomBytes, randomInt as systemRandomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** The time and chance of the process, passed in so that tests can hold them still. */
export interface Surroundings {
  now(): Date
  /** For how long something lasts: it never goes back, whatever the clock is set to. */
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
