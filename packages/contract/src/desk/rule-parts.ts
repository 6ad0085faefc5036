import { z } from 'zod'
import type { Call, Input } from '../call.ts'
import { money, pageLimit, playerId, text, transactionId } from '../schemas/scalars.ts'
import type { Duty } from './calls.ts'

/** What only the back office's process must know of a call. */
interface Rules {
  readonly summary: string
  /** `adding`: a session that must still add its factor. */
  readonly session: 'none' | 'adding' | 'whole'
  /** The duty that a list needs. */
  readonly duty?: Duty
  /** The call is an act of this name: `desk.kinds` knows its duty. */
  readonly act?: true
  /** Screens make this call by themselves, so it keeps no session alive. */
  readonly quiet?: true
  /** Judges the decoded input; left out if the call has none. */
  readonly input?: z.ZodType<object>
}

/** A call of the back office with its rules. */
export interface DeskSpec extends Rules {
  readonly call: Call
}

type Judged<C extends Call> =
  Input<C> extends undefined ? unknown : { readonly input: z.ZodType<object, Input<C>> }

/** A call with its rules. A call that takes input needs a schema of it. */
export const spec = <const C extends Call, const R extends Rules>(
  call: C,
  rules: R & Judged<C>,
) => ({
  ...rules,
  call,
})

/** Text for a person: a name, an answer. */
export const words = (most: number) => text(most).trim().min(1)
export const reason = text(1_000).trim().min(3)
/** An amount that may be zero. */
export const fromZero = money.refine((amount) => amount >= 0n, 'below zero')
/** A version of settings, as the database counts them. */
export const version = z.number().int().min(1).max(2_147_483_647)
export const listed = { cursor: text(200).optional(), limit: pageLimit }
export const ofPlayer = z.object({ player: playerId, reason })
export const ofPayout = z.object({ transaction: transactionId, reason })
export const ofNothing = z.object({ reason })

/** The rules of a call that does an act, for which a whole session is needed. */
export const act = <const C extends Call, const S extends z.ZodType<object>>(
  call: C,
  summary: string,
  input: S & (Input<C> extends undefined ? unknown : z.ZodType<object, Input<C>>),
) => ({ call, summary, session: 'whole', act: true, input: input as S }) as const
