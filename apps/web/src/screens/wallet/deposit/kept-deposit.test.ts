import { hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import type { Address, Hex } from '../../../wallets/provider.ts'
import type { Mining, Reporting } from './deposit-state.ts'
import { depositFormat } from './kept-deposit.ts'

const account: Address = `0x${'Ab'.repeat(20)}`
const approval: Hex = `0x${'cd'.repeat(32)}`
const reporting: Reporting = {
  at: 'reporting',
  amount: hundredths(9_007_199_254_740_993n),
  wallet: 'io.metamask',
  key: 'k-1',
  account,
}
const mining: Mining = { ...reporting, at: 'mining', approval }

test.each([reporting, mining])('what is kept comes back as it was', (deposit) => {
  expect(depositFormat.parse(depositFormat.stringify(deposit))).toEqual(deposit)
})

test.each([
  '',
  'null',
  '5',
  '{',
  '[]',
  depositFormat.stringify(reporting).replace('reporting', 'approving'),
  depositFormat.stringify(reporting).replace('"k-1"', '1'),
  depositFormat.stringify(reporting).replace('9007199254740993', '-1'),
  depositFormat.stringify(reporting).replace('0xAb', '0xZb'),
  depositFormat.stringify(mining).replace(approval, '0xcd'),
])('%s is no deposit', (text) => expect(depositFormat.parse(text)).toBeUndefined())
