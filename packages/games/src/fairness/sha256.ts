import { _SHA256 } from '@noble/hashes/sha2.js'

/** Words of a state between two blocks. */
export const stateWords = 8

/** Bytes of a block. */
export const blockBytes = 64

const wordBytes = new Uint8Array(4)

/**
 * A reusable SHA-256 on the library's compression function: for each message begin, take its bytes,
 * write. The library's own digests create objects, which takes as long as hashing a short message,
 * and a round of Mines needs about 150 hashes.
 */
export class Sha256 extends _SHA256 {
  readonly #initial = this.save(new Int32Array(stateWords), 0)

  /** Begins a message. */
  begin(): this {
    return this.beginAfter(this.#initial, 0, 0)
  }

  /** Goes on from the state that `save` stored at `at`, after this number of blocks. */
  beginAfter(states: Int32Array, at: number, blocks: number): this {
    const word = (index: number) => states[at + index] ?? 0
    this.set(word(0), word(1), word(2), word(3), word(4), word(5), word(6), word(7))
    this.pos = 0
    this.length = blocks * blockBytes
    return this
  }

  /** Stores the state after whole blocks at index `at` of `states`. */
  save(states: Int32Array, at: number): Int32Array {
    states.set(this.get(), at)
    return states
  }

  /** Appends bytes to the message. */
  take(bytes: Uint8Array, from = 0, to = bytes.length): this {
    if (to - from > blockBytes) return this.update(bytes.subarray(from, to))
    const { buffer, view } = this
    let { pos } = this
    for (let index = from; index < to; index += 1) {
      buffer[pos] = bytes[index] ?? 0
      pos += 1
      if (pos === blockBytes) {
        this.process(view, 0)
        pos = 0
      }
    }
    this.pos = pos
    this.length += to - from
    return this
  }

  /** Appends a whole number below 2³² to the message as 4 bytes, big-endian. */
  takeWord(word: number): this {
    writeWord(wordBytes, 0, word)
    return this.take(wordBytes)
  }

  /** The message begins with a block of the key (at most 64 bytes), each byte changed by `pad`. */
  takePadded(key: Uint8Array, pad: number): this {
    const { buffer, view } = this
    buffer.fill(pad)
    for (let index = 0; index < key.length; index += 1) buffer[index] = (key[index] ?? 0) ^ pad
    this.process(view, 0)
    this.length += blockBytes
    return this
  }

  /** Ends the message and writes its hash, 32 bytes, to a place. */
  write(out: Uint8Array, at = 0): Uint8Array {
    const { buffer, view } = this
    let end = this.pos
    buffer[end] = 0x80
    end += 1
    // The message's length in bits takes the last 8 bytes of a block.
    if (end > blockBytes - 8) {
      buffer.fill(0, end)
      this.process(view, 0)
      end = 0
    }
    buffer.fill(0, end)
    view.setUint32(blockBytes - 8, Math.floor(this.length / 2 ** 29))
    view.setUint32(blockBytes - 4, this.length << 3)
    this.process(view, 0)
    writeWord(out, at, this.A)
    writeWord(out, at + 4, this.B)
    writeWord(out, at + 8, this.C)
    writeWord(out, at + 12, this.D)
    writeWord(out, at + 16, this.E)
    writeWord(out, at + 20, this.F)
    writeWord(out, at + 24, this.G)
    writeWord(out, at + 28, this.H)
    return out
  }
}

/** Writes a whole number below 2³², or such of 32 bits with a sign, as 4 bytes, big-endian. */
export function writeWord(out: Uint8Array, at: number, word: number): void {
  out[at] = word >>> 24
  out[at + 1] = word >>> 16
  out[at + 2] = word >>> 8
  out[at + 3] = word
}
