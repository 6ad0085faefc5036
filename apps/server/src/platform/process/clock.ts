import {
  randomFillSync,
  randomBytes as systemRandomBytes,
  randomInt as systemRandomInt,
} from 'node:crypto'
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
  newId: () => v7({ random: bytesOfAnId() }),
}

const bytesOfIds = Buffer.alloc(16 * 256)
let taken = bytesOfIds.length

/** Random bytes for one id, made for many at a time: to ask the kernel takes longer than an id. */
function bytesOfAnId(): Uint8Array {
  if (taken === bytesOfIds.length) {
    randomFillSync(bytesOfIds)
    taken = 0
  }
  taken += 16
  return bytesOfIds.subarray(taken - 16, taken)
}
