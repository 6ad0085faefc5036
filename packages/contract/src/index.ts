export { type CallEntry, type CallName, calls } from './calls.ts'
export { commonRefusals, refusalMessage, refusals } from './refusals.ts'
export type * from './types.ts'
export * from './validate/index.ts'
