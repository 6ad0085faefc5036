import type { CallSpec } from '@pipkin/contract/schemas'
import { Unreadable } from '@pipkin/contract/wire'

/** The input in the glossary's words; null where it doesn't fit the call. */
export function readInput(
  { call, input }: Pick<CallSpec, 'call' | 'input'>,
  query: unknown,
  body: unknown,
): object | null {
  try {
    const given = { ...call.query?.decode(query), ...call.body?.decode(body) }
    if (!input) return given
    const judged = input.safeParse(given)
    return judged.success ? judged.data : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
