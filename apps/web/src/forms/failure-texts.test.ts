import { refusals } from '@pipkin/contract'
import { expect, test } from 'vitest'
import { internalFailureText, sendFailureText } from './failure-texts.ts'

const refused = (message: string, status = 200) =>
  ({
    ok: false,
    kind: 'refused',
    status,
    message,
    data: undefined,
    retryAfterSeconds: undefined,
  }) as const

test.each([
  [refusals.receiverUnknown.message, 'Invalid receiver ID'],
  [refusals.sameReceiver.message, 'Sender ID and Receiver ID cannot be the same'],
  [refusals.sendUnfunded.message, 'Insufficient balance'],
  [refusals.tooMany.message, 'Some error occured'],
  ['toString', 'Some error occured'],
])('Send: %s is said as %s', (message, text) =>
  expect(sendFailureText(refused(message))).toBe(text),
)

test.each([
  [refusals.playerUnknown.message, 'Some error occurred!'],
  [refusals.referralUnfunded.message, 'Insufficient balance in Referral wallet'],
  [refusals.winUnfunded.message, 'Insufficient balance in Winning wallet'],
  [refusals.inProgress.message, 'Some error occured'],
])('Internal: %s is said as %s', (message, text) =>
  expect(internalFailureText(refused(message))).toBe(text),
)

test.each(['network', 'server'] as const)(
  'an outage of the %s is said as a failed send or move',
  (kind) => {
    expect(sendFailureText({ ok: false, kind })).toBe('Some error occured')
    expect(internalFailureText({ ok: false, kind })).toBe('Some error occured')
  },
)
