import { fkr } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../../wallets/provider.ts'
import type { Problem } from '../link/problem.ts'
import { advance, type DepositEvent, type Running, retry, worthKeeping } from './deposit-state.ts'

const account: Address = `0x${'a'.repeat(40)}`
const approval: Hex = `0x${'b'.repeat(64)}`
const intention = { amount: fkr(500), wallet: 'io.metamask', key: 'first' }
const known = { ...intention, account }

const states: readonly Running[] = [
  { ...intention, at: 'connecting' },
  { ...known, at: 'switching' },
  { ...known, at: 'proving' },
  { ...known, at: 'queueing' },
  { ...known, at: 'approving' },
  { ...known, at: 'mining', approval },
  { ...known, at: 'reporting' },
]
const events: readonly DepositEvent[] = [
  { type: 'connected', account },
  { type: 'switched' },
  { type: 'proven', earlier: true },
  { type: 'earlierEnded' },
  { type: 'approvalSent', approval },
  { type: 'approved' },
  { type: 'reported', deposit: 'tx1' },
]

test('where no earlier deposit is on its way, the approval follows at once', () => {
  const proven = advance({ ...known, at: 'proving' }, { type: 'proven', earlier: false })
  expect(proven).toEqual({ ...known, at: 'approving' })
})

test('from the press of Deposit to the report, each event leads to the next state', () => {
  const [first, ...rest] = states
  let state = first!
  for (const [index, event] of events.entries()) {
    const next = advance(state, event)
    const expected = rest[index] ?? { ...known, at: 'reported', deposit: 'tx1' }
    expect(next).toEqual(expected)
    if (next.at !== 'reported') state = next as Running
  }
})

test('the amount, the wallet and the key never change on the way', () => {
  for (const [index, state] of states.entries())
    expect(advance(state, events[index]!)).toMatchObject(intention)
})

test('an allowance that is already there needs no approval', () => {
  expect(advance({ ...known, at: 'approving' }, { type: 'approved' })).toEqual({
    ...known,
    at: 'reporting',
  })
})

test('a wallet that left the network is asked to come back before it approves', () => {
  expect(advance({ ...known, at: 'approving' }, { type: 'networkLeft' })).toEqual({
    ...known,
    at: 'switching',
  })
})

test('an event that can’t happen in a state is a bug', () => {
  const possible = new Set(['approving approved', 'approving networkLeft'])
  for (const [at, state] of states.entries())
    for (const [index, event] of events.entries())
      if (index !== at && !possible.has(`${state.at} ${event.type}`))
        expect(() => advance(state, event), `${state.at} ${event.type}`).toThrow("can't be")
})

describe('where it stands still', () => {
  const problems: readonly Problem[] = [
    { kind: 'rejected' },
    { kind: 'otherNetwork' },
    { kind: 'wallet', message: 'no' },
    { kind: 'reverted' },
    { kind: 'approvedLess', approved: fkr(40) },
    { kind: 'refused', message: 'no' },
    { kind: 'notNow', message: 'later' },
    { kind: 'outage' },
    { kind: 'noWallet' },
  ]

  test('the step and the problem are kept', () => {
    for (const state of states)
      for (const problem of problems)
        expect(advance(state, { type: 'failed', problem })).toEqual({
          at: 'halted',
          during: state,
          problem,
        })
  })

  test('the same step is tried again with the same key, unless the answer was final', () => {
    const anew = { ...intention, at: 'connecting', key: 'second' }
    const final = new Set(['mining reverted', 'mining approvedLess', 'reporting refused'])
    for (const state of states)
      for (const problem of problems)
        expect(retry(state, problem, 'second'), `${state.at} ${problem.kind}`).toEqual(
          final.has(`${state.at} ${problem.kind}`) ? anew : state,
        )
  })
})

test('from the sent approval to the report it must survive a reload, and no longer', () => {
  const kept = states.map((state) => worthKeeping(state)?.at)
  expect(kept).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'mining',
    'reporting',
  ])
  const halted = { at: 'halted', during: states[6]!, problem: { kind: 'outage' } } as const
  expect(worthKeeping(halted)).toEqual(states[6])
  expect(worthKeeping({ ...known, at: 'reported', deposit: 'tx1' })).toBeNull()
  expect(worthKeeping({ at: 'choosing' })).toBeNull()
})
