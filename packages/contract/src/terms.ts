import type { Answer, Call } from './call.ts'
import { data, integer, nullable, object, text, time } from './wire.ts'

const version = object({ id: text, version: integer, words: text, effectiveAt: time })

/** The versions of the terms that operators have published. */
export const readTerms = {
  name: 'readTerms',
  method: 'GET',
  path: 'terms',
  answer: data(
    object({
      /** Null: version 1, the text that the app comes with. */
      current: nullable(version),
      /** What will be in effect. */
      coming: nullable(version),
    }),
  ),
} as const satisfies Call
export type PublishedTerms = Answer<typeof readTerms>

/** Accepts a version by its id, so that what was read is what is accepted. */
export const acceptTerms = {
  name: 'acceptTerms',
  method: 'POST',
  path: 'acceptTerms',
  body: object({ terms: text }),
} as const satisfies Call
