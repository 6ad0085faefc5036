import { type Call, encodeInput, type Input } from '@pipkin/contract'
import { type CallResult, readResponse, urlOf } from './call.ts'
import { withConfirmation } from './confirm.ts'

/** A picture may need minutes on its way, but no more (`answerMs` says why there is an end). */
const uploadMs = 180_000

/**
 * Sends a form with a file and reports how much of it has been sent, from 0 to 1. Never throws.
 * Uses XMLHttpRequest because `fetch` reports no progress.
 */
export function upload<C extends Call & { readonly kind: 'form' }>(
  contract: C,
  input: Input<C>,
  onProgress: (share: number) => void,
): Promise<CallResult<C>> {
  const { query, body = {} } = encodeInput(contract, input)
  const form = new FormData()
  for (const [field, value] of Object.entries(body))
    form.append(field, value instanceof Blob ? value : String(value))
  const attempt = () =>
    new Promise<CallResult<C>>((resolve) => {
      const request = new XMLHttpRequest()
      request.open(contract.method, urlOf(contract, query))
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () =>
        resolve(
          readResponse(contract, new Response(request.responseText, { status: request.status })),
        )
      request.timeout = uploadMs
      request.onerror = () => resolve({ ok: false, kind: 'network' })
      request.ontimeout = request.onerror
      request.send(form)
    })
  return withConfirmation(attempt)
}
