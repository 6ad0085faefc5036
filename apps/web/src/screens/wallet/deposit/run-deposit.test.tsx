import { fkr } from '@pipkin/money'
import { expect, test, vi } from 'vitest'
import { linkedWallet } from '../../../../test/answers.ts'
import { pass, startClock } from '../../../../test/clock.ts'
import { answerCalls, callsOf, holdAnswer } from '../../../../test/server.ts'
import type { Running } from './deposit-state.ts'
import { runDeposit } from './run-deposit.ts'

const queueing: Running = {
  at: 'queueing',
  amount: fkr(100),
  wallet: 'w',
  key: 'k',
  account: `0x${'c3'.repeat(20)}`,
}
const earlier = {
  Transaction_Id: 'earlier',
  kind: 'deposit',
  amount: 50,
  state: 'mined',
  DateTime: '2026-11-22T12:00:00Z',
}

test('a deposit that is cancelled while an answer is on its way ends, and asks no more', async () => {
  startClock()
  const stop = new AbortController()
  const { fate, asked, letThrough } = holdAnswer({ Data: [earlier] })
  answerCalls({ 'find-walletAdr': linkedWallet, openOperations: fate })
  const ended = vi.fn()
  const provider = { request: () => Promise.reject(new Error('no wallet is asked')) }
  const { signal } = stop
  void runDeposit(queueing, { playerId: 1, provider, signal, show: () => undefined }).then(ended)
  await asked
  stop.abort()
  letThrough()
  await vi.waitFor(
    async () => {
      await pass(1_000)
      expect(ended).toHaveBeenCalled()
    },
    { timeout: 10_000 },
  )
  expect(callsOf('openOperations')).toHaveLength(1)
})
