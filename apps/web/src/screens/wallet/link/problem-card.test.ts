import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { CallError } from '../../../api/queries.ts'
import { WalletError } from '../../../wallets/provider.ts'
import { problemOf } from './problem.ts'
import { isFailure, problemWords } from './problem-card.tsx'

test('a failed transfer is said in the specification’s words', () => {
  const nothing = 'Nothing left your wallet.'
  expect(problemWords({ kind: 'rejected' }, 'approval')).toMatchObject({
    title: 'Token transfer failed: user rejected',
    note: nothing,
    action: 'Retry',
  })
  expect(problemWords({ kind: 'wallet', message: 'out of gas' }, 'approval')).toMatchObject({
    title: 'Token transfer failed: out of gas',
    note: nothing,
  })
  expect(
    problemWords({ kind: 'refused', message: 'This wallet belongs to another account' }, 'proof'),
  ).toMatchObject({
    title: 'Some error occured!',
    note: 'This wallet belongs to another account',
  })
  expect(problemWords({ kind: 'approvedLess', approved: fkr(40) }, 'approval')).toMatchObject({
    title: 'Token transfer failed: the wallet approved only 40 fkr',
    note: 'Nothing left your wallet. Approve the whole amount.',
    action: 'Retry',
  })
  expect(problemWords({ kind: 'noWallet' }, 'approval')).toMatchObject({
    note: 'Please install MetaMask or a compatible wallet!',
  })
})

test('a no before the approval is offered again, not mourned', () => {
  const actions = (['connect', 'network', 'proof'] as const).map((asking) => {
    expect(isFailure({ kind: 'rejected' }, asking)).toBe(false)
    return problemWords({ kind: 'rejected' }, asking).action
  })
  expect(actions).toEqual(['Connect', 'Switch', 'Sign'])
})

test('errors of wallet and server become problems; a bug stays one', () => {
  expect(problemOf(new WalletError('rejected', 'x'))).toEqual({ kind: 'rejected' })
  expect(problemOf(new WalletError('unknownChain', 'x'))).toEqual({ kind: 'wallet', message: 'x' })
  expect(problemOf(new CallError('refused', 'no', 200))).toEqual({ kind: 'refused', message: 'no' })
  expect(problemOf(new CallError('refused', 'later', 429))).toEqual({
    kind: 'notNow',
    message: 'later',
  })
  expect(problemOf(new CallError('network', 'x'))).toEqual({ kind: 'outage' })
  expect(problemOf(new TypeError('x'))).toBeNull()
})
