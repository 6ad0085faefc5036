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
        // Of two that were asked at once one may refuse before, say, money arrives, and the other accept: refusals aren't kept.
        const accepted = answers.find((each) => each?.body.Status === true)
        if (accepted) return accepted
        const refused = answers.filter((each) => each !== null).filter(({ status }) => status < 500)
        if (refused.length === answers.length) {
          for (const answer of refused) complain(answer, call, complaints)
          return null
        }
        if (tries === 1) repeated += 1
        await wait(pauseMs)
        turn = turn.toReversed()
        answers = await Promise.all(turn.slice(0, 1).map(send))
      }
      throw new Error(`${call} was never answered`)
    },
  }
}

/** What a screen says beside its button comes with 200; any other refusal means that something is off. */
function complain({ status, body }: HttpAnswer, call: string, complaints: string[]): void {
  if (status !== 200) complaints.push(`${call} was answered with ${status}: ${body.Message}`)
}
