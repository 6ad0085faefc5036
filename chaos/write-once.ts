import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpAnswer, HttpClient } from '../apps/server/test/http-client.ts'
import type { Chance } from './chance.ts'

export interface Writer {
  /**
   * Asks for a write under an idempotency key of its own. Where the answer gets lost, the same goes to the other API under the
   * same key, until there is an answer; one in ten goes to both at once. Null where it is refused.
   */
  write(call: string, body: object): Promise<HttpAnswer | null>
  /** How many writes were asked for again because no good answer came. */
  repeated(): number
}

const mostTries = 2_000
const pauseMs = 25

/** `complaints` is told of answers that no player should ever get. */
export function createWriter(browsers: readonly HttpClient[], chance: Chance, complaints: string[]): Writer {
  let repeated = 0
  return {
    repeated: () => repeated,
    async write(call, body) {
      const headers = { 'idempotency-key': randomUUID() }
      const send = (browser: HttpClient) => browser.post(call, body, headers).catch(() => null)
      let turn = chance.shuffled(browsers)
      let answers = await Promise.all(turn.slice(0, chance.below(10) === 0 ? 2 : 1).map(send))
      for (let tries = 1; tries < mostTries; tries += 1) {
        if (answers.some((answer) => answer?.status === 500)) complaints.push(`${call} was answered with 500`)
        const answer = answers.find((each) => each !== null && each.status < 500)
        if (answer) return acceptedOf(answer, call, complaints)
        if (tries === 1) repeated += 1
        await wait(pauseMs)
        turn = turn.toReversed()
        answers = await Promise.all(turn.slice(0, 1).map(send))
      }
      throw new Error(`${call} was never answered`)
    },
  }
}

function acceptedOf(answer: HttpAnswer, call: string, complaints: string[]): HttpAnswer | null {
  if (answer.body.Status === true) return answer
  // What a screen says beside its button comes with 200; anything else means that something is off.
  if (answer.status !== 200)
    complaints.push(`${call} was answered with ${answer.status}: ${answer.body.Message}`)
  return null
}
