import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpAnswer, HttpClient } from '../apps/server/test/calls/http-client.ts'
import type { Chance } from './chance.ts'

export interface Writer {
  /**
   * Requests a write under a new idempotency key. If the answer is lost, repeats the request to the
   * other API under the same key until there is an answer; one in ten goes to both at once. Null if
   * the write is refused.
   */
  write(call: string, body: object): Promise<HttpAnswer | null>
  /** How many requests were repeated for lack of an answer. */
  repeated(): number
}

interface Writing {
  readonly browsers: readonly HttpClient[]
  readonly chance: Chance
  /** Receives the answers that no player should ever get. */
  readonly complaints: string[]
  hourGoesBy(): Promise<unknown>
}

const mostTries = 2_000
const pauseMs = 25

/** Sends each write until it is answered, under one idempotency key. */
export function createWriter({ browsers, chance, complaints, hourGoesBy }: Writing): Writer {
  let repeated = 0
  return {
    repeated: () => repeated,
    async write(call, body) {
      const headers = { 'idempotency-key': randomUUID() }
      const send = (browser: HttpClient) => browser.post(call, body, headers).catch(() => null)
      let turn = chance.shuffled(browsers)
      let asked = turn.slice(0, chance.below(10) === 0 ? 2 : 1)
      for (let tries = 1; tries < mostTries; tries += 1) {
        const answers = (await Promise.all(asked.map(send))).filter((answer) => answer !== null)
        for (const { status, body } of answers)
          if (![200, 403, 429, 503].includes(status))
            complaints.push(`${call} was answered with ${status}: ${body.Message}`)
        // What is decided under a key stays so, but a refused bet may be placed when it comes again
        // (docs/decisions/2026-11-repeats.md). Those who play here make no move that is refused.
        const decided = answers.filter(({ status }) => status === 200)
        const done = decided.find((answer) => answer.body.Status === true)
        const isRefused = decided.some((answer) => answer.body.Status === false)
        if (done && isRefused && call !== 'addTransaction')
          complaints.push(`${call} was answered in two ways under one key`)
        if (decided.length > 0) return done ?? null
        if (answers.some(({ status }) => status === 403 || status === 429)) await hourGoesBy()
        else if (tries === 1) repeated += 1
        await wait(pauseMs)
        turn = turn.toReversed()
        asked = turn.slice(0, 1)
      }
      throw new Error(`${call} was never answered`)
    },
  }
}
