import { describe, expect, test } from 'vitest'
import { amountTone, transactionLook } from './transaction-look.ts'

const row = { Amount: 100, Method: null, Game_Id: null, senderId: null, receiverId: null }

describe('labels are the specification’s', () => {
  test.each([
    [{ ...row, StatusMsg: 'amtplaced', Amount: -100, Game_Id: 2 }, 'Bet Placed', 'loss'],
    [{ ...row, StatusMsg: 'PartialWin', Game_Id: 3 }, 'Partial Win', 'win'],
    [{ ...row, StatusMsg: 'Win', Game_Id: 2 }, 'Win', 'win'],
    [{ ...row, StatusMsg: 'Loss', Amount: -100, Game_Id: 2 }, 'Loss', 'loss'],
    [{ ...row, StatusMsg: 'Tie', Game_Id: 4 }, 'Tie', 'tie'],
    [{ ...row, StatusMsg: 'referral_earning' }, 'Referral Earning', 'info'],
    [{ ...row, StatusMsg: 'Winning Transfer' }, 'Winning Transfer', 'info'],
    [{ ...row, StatusMsg: 'Referal Transfer' }, 'Referal Transfer', 'info'],
    [{ ...row, StatusMsg: 'Send', Amount: -150, receiverId: 51907263 }, 'Send To 51907263', 'loss'],
    [{ ...row, StatusMsg: 'Recieved', senderId: 33018846 }, 'Recieved By 33018846', 'win'],
    [{ ...row, StatusMsg: 'Bonus' }, 'Bonus', 'win'],
    [{ ...row, StatusMsg: 'Deposit', Method: 'fkr' }, 'Deposit', 'win'],
    [{ ...row, StatusMsg: 'Withdraw', Amount: -200, Method: 'fkr' }, 'Withdraw', 'loss'],
  ] as const)('%j', (given, label, tone) => {
    expect(transactionLook(given)).toMatchObject({ label, tone })
  })
})

test('what leaves for a game or by a method looks like a withdrawal', () => {
  expect(transactionLook({ ...row, StatusMsg: 'Tie', Amount: -10, Game_Id: 4 }).tone).toBe('loss')
  expect(transactionLook({ ...row, StatusMsg: 'Deposit', Amount: -10, Method: 'fkr' }).tone).toBe(
    'loss',
  )
})

test('a withdrawal that came back is a credit', () => {
  expect(transactionLook({ ...row, StatusMsg: 'Withdraw', Method: 'fkr' }).tone).toBe('win')
  expect(amountTone({ StatusMsg: 'Withdraw', Amount: 200 })).toBe('text-win')
})

test('moving between the own wallets is neither won nor lost', () => {
  expect(amountTone({ StatusMsg: 'Winning Transfer', Amount: 60 })).toBe('text-ink')
})
