import { type CallName, calls } from '@pipkin/contract'
import { type CallResult, resultOf } from './call.ts'

/** The calls that take a form with a file. */
type FormCall = {
  [N in CallName]: (typeof calls)[N] extends { kind: 'form' } ? N : never
}[CallName]

/**
 * Sends a form and says on the way how much of it is sent, from 0 to 1. Never throws. By
 * XMLHttpRequest: `fetch` can't tell how far it is.
 */
export function upload<N extends FormCall>(
  name: N,
  fields: Readonly<Record<string, string | Blob>>,
  onSent: (share: number) => void,
): Promise<CallResult<N>> {
  const { method, path } = calls[name]
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api/${path}`)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onload = () =>
      resolve(resultOf<N>(new Response(request.responseText, { status: request.status })))
    request.onerror = () => resolve({ ok: false, kind: 'network' })
    request.send(form)
  })
}
