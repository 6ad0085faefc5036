import { type CallName, calls, type WireQuery } from '@pipkin/contract'
import { type CallFailure, queryText, resultOf } from './call.ts'

/** The calls that answer a file. */
type FileCall = {
  [N in CallName]: (typeof calls)[N] extends { kind: 'file' } ? N : never
}[CallName]

export type FileResult<N extends FileCall> =
  | { readonly ok: true; readonly file: Blob; readonly fileName: string }
  | CallFailure<N>

/** Fetches a file that the server writes, and the name that it gives it. Never throws. */
export async function fetchFile<N extends FileCall>(
  name: N,
  query: WireQuery<N> & object,
): Promise<FileResult<N>> {
  const { method, path } = calls[name]
  try {
    const response = await fetch(`/api/${path}${queryText(query)}`, { method })
    const fileName = /filename="([^"]+)"/.exec(
      response.headers.get('Content-Disposition') ?? '',
    )?.[1]
    if (response.ok && fileName !== undefined)
      return { ok: true, file: await response.blob(), fileName }
    const result = await resultOf<N>(response)
    return result.ok ? { ok: false, kind: 'server' } : result
  } catch {
    return { ok: false, kind: 'network' }
  }
}
