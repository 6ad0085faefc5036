import { type Progress, type Trust, verifyingFile } from '@pipkin/games/verify'
import { type CheckedFile, checkedFile } from './checked-file.ts'

/** A file to check, with the keys and receipts to check it by. */
export interface CheckRequest {
  readonly text: string
  readonly trust: Trust
}

/** The progress of the check, or its result. */
export type CheckMessage = { readonly progress: Progress } | { readonly checked: CheckedFile }

/**
 * Checks a proof or a history beside the page: ten thousand rounds take the better part of a
 * minute.
 */
addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  const send = (message: CheckMessage) => postMessage(message)
  const steps = verifyingFile(data.text, data.trust)
  let shown = -1
  let step = steps.next()
  for (; !step.done; step = steps.next()) {
    const { checked, of } = step.value
    const percent = Math.floor((checked / of) * 100)
    if (percent === shown) continue
    shown = percent
    send({ progress: step.value })
  }
  send({ checked: checkedFile(step.value) })
})
