import { fkr, hundredths } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import type { Hex, Receipt, Transfer } from '../chain/chain.ts'
import { units, unitsOf } from '../chain/token.ts'
import { judgeDeposit } from './end-deposit.ts'
import { judgeWithdrawal } from './end-withdrawal.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [house, wallet] = [address('a'), address('b')]
const transfer = (from: Hex, to: Hex, count: bigint): Transfer => ({
  block: 1n,
  index: 0,
  hash: address('c'),
  from,
  to,
  units: units(count),
})
const receipt = (...transfers: Transfer[]): Receipt => ({
  block: 1n,
  blockHash: address('d'),
  hash: address('c'),
  succeeded: true,
  gas: 52_000n,
  transfers,
})
const whole = unitsOf(fkr(100))

describe('a deposit of 100 is', () => {
  const judge = (seen: Receipt, agreement: 'yes' | 'no' | 'unknown' = 'yes') =>
    judgeDeposit({ amount: fkr(100) }, seen, house, agreement)
  const arrived = receipt(transfer(wallet, house, whole))

  test('CASH-14 credited with what arrived, without the dust below 1/100', () => {
    expect(judge(arrived)).toEqual({ credit: fkr(100) })
    expect(judge(receipt(transfer(wallet, house, whole - 1n)))).toEqual({
      credit: hundredths(99_99n),
    })
  })
  test('failed where nothing arrived, even if something was moved elsewhere', () => {
    const failed = { failed: 'nothingArrived' }
    expect(judge(receipt())).toEqual(failed)
    expect(judge(receipt(transfer(wallet, address('e'), whole)))).toEqual(failed)
    expect(judge(receipt(transfer(house, house, whole)))).toEqual(failed)
    expect(judge(receipt(transfer(wallet, house, 10n ** 16n - 1n)))).toEqual(failed)
    expect(judge({ ...arrived, succeeded: false })).toEqual({ failed: 'reverted' })
  })
  test('never credited with more than was asked for, nor while the balance disagrees', () => {
    expect(judge(receipt(transfer(wallet, house, whole + 10n ** 16n)))).toEqual({
      review: 'tooMuch',
    })
    expect(judge(arrived, 'unknown')).toBe('wait')
    expect(judge(arrived, 'no')).toEqual({ review: 'balanceDiffers' })
  })
})

describe('a withdrawal of 100 with a fee of 10 is', () => {
  const judge = (seen: Receipt, agreement: 'yes' | 'no' | 'unknown' = 'yes') =>
    judgeWithdrawal({ amount: fkr(100), fee: fkr(10) }, seen, house, agreement)
  const sent = (count: bigint) => receipt(transfer(house, wallet, count))

  test('paid where 90 left the house', () => {
    expect(judge(sent(unitsOf(fkr(90))), 'no')).toBe('paid')
  })
  test('given back where nothing left it', () => {
    expect(judge({ ...sent(0n), succeeded: false }, 'no')).toEqual({ refund: 'reverted' })
    expect(judge(receipt())).toEqual({ refund: 'nothingMoved' })
  })
  test('put to review where that is unclear', () => {
    expect(judge(sent(unitsOf(fkr(89))))).toEqual({ review: 'otherAmount' })
    expect(judge(receipt(), 'unknown')).toBe('wait')
    expect(judge(receipt(), 'no')).toEqual({ review: 'balanceDiffers' })
  })
})
