import { readReceiptKey } from '@pipkin/contract'
import type { Progress } from '@pipkin/games/verify'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { trustBy } from '../proof/trust-by.ts'
import type { CheckMessage, CheckRequest } from './check-worker.ts'
import type { CheckedFile } from './checked-file.ts'

export type FileCheck =
  | { readonly at: 'idle' }
  /** `progress` is null until the file is there and its first round is checked. */
  | { readonly at: 'checking'; readonly progress: Progress | null }
  | { readonly at: 'done'; readonly checked: CheckedFile }
  /** The file, or the house's key, didn't come. */
  | { readonly at: 'failed' }

/**
 * Checks a proof or a history in a worker, by the house's key and the receipts that this browser
 * kept. Only the newest check counts; leaving the screen ends it.
 */
export function useFileCheck() {
  const [state, setState] = useState<FileCheck>({ at: 'idle' })
  const newest = useRef<AbortController | null>(null)
  useEffect(() => () => newest.current?.abort(), [])

  async function check(fetchText: () => Promise<string | null>): Promise<void> {
    newest.current?.abort()
    const controller = new AbortController()
    newest.current = controller
    const { signal } = controller
    const show = (next: FileCheck) => !signal.aborted && setState(next)
    show({ at: 'checking', progress: null })
    const [text, key] = await Promise.all([fetchText(), call(readReceiptKey)])
    if (signal.aborted) return
    if (text === null || !key.ok) return void show({ at: 'failed' })
    const asked: CheckRequest = { text, trust: trustBy(key.answer) }

    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
    signal.addEventListener('abort', () => worker.terminate())
    worker.addEventListener('error', () => show({ at: 'failed' }))
    worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
      if ('progress' in data) return void show({ at: 'checking', progress: data.progress })
      show({ at: 'done', checked: data.checked })
      worker.terminate()
    })
    worker.postMessage(asked)
  }
  return { state, check: (fetchText: () => Promise<string | null>) => void check(fetchText) }
}
