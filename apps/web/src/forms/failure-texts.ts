import type { CallFailure } from '../api/call.ts'

/** The specification's texts for the server's messages. */
const sendTexts = new Map([
  ['Receiver ID not found in the database', 'Invalid receiver ID'],
  ['Sender ID and Receiver ID cannot be the same', 'Sender ID and Receiver ID cannot be the same'],
  ['Error during wallet transfer: Insufficient balance', 'Insufficient balance'],
])
const internalTexts = new Map([
  ['User not found or deleted', 'Some error occurred!'],
  ['Referral Insufficient Balance.', 'Insufficient balance in Referral wallet'],
  ['Winning Insufficient Balance', 'Insufficient balance in Winning wallet'],
])

const textOf = (texts: ReadonlyMap<string, string>, failure: CallFailure): string =>
  (failure.kind === 'refused' ? texts.get(failure.message) : undefined) ?? 'Some error occured'

const reasonBesides = (texts: ReadonlyMap<string, string>, failure: CallFailure) =>
  failure.kind === 'refused' && !texts.has(failure.message) ? failure.message : undefined

/** The toast for a transfer to another player, or a look at its receiver, that failed. */
export const sendFailureText = (failure: CallFailure): string => textOf(sendTexts, failure)

/** Why a send is refused, where the toast doesn't say it. */
export const sendReason = (failure: CallFailure): string | undefined =>
  reasonBesides(sendTexts, failure)

/** The toast for an internal transfer that failed. */
export const internalFailureText = (failure: CallFailure): string => textOf(internalTexts, failure)

/** Why an internal transfer is refused, where the toast doesn't say it. */
export const internalReason = (failure: CallFailure): string | undefined =>
  reasonBesides(internalTexts, failure)
