import type { CallFailure } from '../api/call.ts'
import { tryAgain } from '../ui/states.tsx'

/** The server's message if it refused; otherwise `fallback`, for a failure without one. */
export const failureMessage = (failure: CallFailure, fallback: string = tryAgain): string =>
  failure.kind === 'refused' ? failure.message : fallback
