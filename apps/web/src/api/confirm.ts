import type { Confirmation, ConfirmWay } from '@pipkin/contract'
import { question } from './question.ts'

let asked: Promise<boolean | null> = Promise.resolve(false)
let confirmations = 0

/** Asks the player. Calls that need it at the same time share one question. */
function ask(ways: readonly ConfirmWay[]): Promise<boolean | null> {
  const open = question.read()
  // Offer the ways of the last refusal: a factor may have been added or removed elsewhere.
  if (open) question.set({ ...open, ways })
  else
    asked = new Promise((resolve) => {
      let isOpen = true
      question.set({
        ways,
        answer(confirmed) {
          if (confirmed) confirmations += 1
          // The answer may come after its sheet was closed, when another question is open.
          if (!isOpen) return
          isOpen = false
          question.set(null)
          resolve(confirmed)
        },
      })
    })
  return asked
}

type Result = { readonly ok: boolean; readonly status?: number; readonly data?: unknown }

/**
 * Makes a request. If the server wants a confirmation first and the player gives it, makes it once
 * more; otherwise the refusal is the result. `saidNo` says whether the player declined.
 */
export async function withConfirmation<R extends Result>(attempt: () => Promise<R>): Promise<R> {
  const before = confirmations
  const result = await attempt()
  const ways = waysToConfirm(result)
  if (!ways) return result
  // The player may have confirmed for another call while this one was on its way.
  const confirmed = confirmations !== before || (await ask(ways))
  return confirmed ? attempt() : { ...result, saidNo: confirmed === false }
}

/** Whether the player closed the question: then show no message. */
export const saidNo = (result: Result): boolean => Reflect.get(result, 'saidNo') === true

function waysToConfirm({ status, data }: Result): readonly ConfirmWay[] | undefined {
  return status === 403 && isConfirmFirst(data) ? data.data.confirm : undefined
}

const isConfirmFirst = (
  data: unknown,
): data is { readonly code: 'confirmFirst'; readonly data: Confirmation } =>
  Reflect.get(Object(data), 'code') === 'confirmFirst'
