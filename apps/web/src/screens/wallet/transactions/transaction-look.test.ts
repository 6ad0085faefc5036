import { fkr } from '@pipkin/money'
import { describe, expect, test } from 'vitest'
import { amountTone, transactionLook } from './transaction-look.ts'

const row = { amount: fkr(100), method: null, gameId: null, sender: null, receiver: null }

describe('labels are the specification’s', () => {
  test.each([
    [{ ...row, kind: 'stake', amount: fkr(-100), gameId: 2 }, 'Bet Placed', 'loss'],
    [{ ...row, kind: 'partialWin', gameId: 3 }, 'Partial Win', 'win'],
    [{ ...row, kind: 'win', gameId: 2 }, 'Win', 'win'],
    [{ ...row, kind: 'loss', amount: fkr(-100), gameId: 2 }, 'Loss', 'loss'],
    [{ ...row, kind: 'tie', gameId: 4 }, 'Tie', 'tie'],
    [{ ...row, kind: 'reward' }, 'Referral Earning', 'info'],
    [{ ...row, kind: 'winTransfer' }, 'Winning Transfer', 'info'],
    [{ ...row, kind: 'referralTransfer' }, 'Referal Transfer', 'info'],
    [{ ...row, kind: 'sent', amount: fkr(-150), receiver: 51907263 }, 'Send To 51907263', 'loss'],
    [{ ...row, kind: 'received', sender: 33018846 }, 'Recieved By 33018846', 'win'],
    [{ ...row, kind: 'bonus' }, 'Bonus', 'win'],
    [{ ...row, kind: 'deposit', method: 'fkr' }, 'Deposit', 'win'],
    [{ ...row, kind: 'withdrawal', amount: fkr(-200), method: 'fkr' }, 'Withdraw', 'loss'],
  ] as const)('%o', (given, label, tone) => {
    expect(transactionLook(given)).toMatchObject({ label, tone })
  })
})

test('what leaves for a game or by a method looks like a withdrawal', () => {
  expect(transactionLook({ ...row, kind: 'tie', amount: fkr(-10), gameId: 4 }).tone).toBe('loss')
  expect(transactionLook({ ...row, kind: 'deposit', amount: fkr(-10), method: 'fkr' }).tone).toBe(
    'loss',
  )
})

test('a withdrawal that came back is a credit', () => {
  expect(transactionLook({ ...row, kind: 'withdrawal', method: 'fkr' }).tone).toBe('win')
  expect(amountTone({ kind: 'withdrawal', amount: fkr(200) })).toBe('text-win')
})

test('moving between the own wallets is neither won nor lost', () => {
  expect(amountTone({ kind: 'winTransfer', amount: fkr(60) })).toBe('text-ink')
})
