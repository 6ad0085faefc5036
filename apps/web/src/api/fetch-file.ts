import { type Call, encodeInput, type Input } from '@pipkin/contract'
import { answerMs, type CallFailure, readResponse, urlOf } from './call.ts'
import { withConfirmation } from './confirm.ts'

export type FileResult =
  | { readonly ok: true; readonly file: Blob; readonly fileName: string }
  | CallFailure

/** Fetches a file that the server writes, with the name that it gives the file. Never throws. */
export async function fetchFile<C extends Call & { readonly kind: 'file' }>(
  contract: C,
  input: Input<C>,
): Promise<FileResult> {
  const { query } = encodeInput(contract, input)
  return withConfirmation(async () => {
    // Only until the answer begins: a long file takes as long as the network needs.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), answerMs)
    try {
      const { method } = contract
      const response = await fetch(urlOf(contract, query), { method, signal: late.signal })
      clearTimeout(timer)
      const fileName = /filename="([^"]+)"/.exec(
        response.headers.get('Content-Disposition') ?? '',
      )?.[1]
      if (response.ok && fileName !== undefined)
        return { ok: true, file: await response.blob(), fileName }
      const result = await readResponse(contract, response)
      return result.ok ? { ok: false, kind: 'server' } : result
    } catch {
      clearTimeout(timer)
      return { ok: false, kind: 'network' }
    }
  })
}
