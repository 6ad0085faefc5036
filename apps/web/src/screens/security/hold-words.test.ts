import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { holdWords } from './hold-words.ts'

const until = new Date(2026, 10, 23, 12, 5)
const why = 'your password was reset'

test('a hold says what waits, until when and why', () => {
  expect(holdWords([])).toEqual([])
  expect(holdWords([{ what: 'send', until, why }])).toEqual([
    'Sends wait until 23 Nov 2026, 12:05, because your password was reset.',
  ])
})

test('holds that are alike share a sentence, others have their own', () => {
  const later = new Date(2026, 10, 24, 9, 0)
  expect(
    holdWords([
      { what: 'withdraw', until, why },
      { what: 'send', until, why },
      { what: 'withdraw', until: later, why: 'your wallet was linked lately' },
    ]),
  ).toEqual([
    'Withdrawals and sends wait until 23 Nov 2026, 12:05, because your password was reset.',
    'Withdrawals wait until 24 Nov 2026, 09:00, because your wallet was linked lately.',
  ])
})

test('received money that waits is named with its amount', () => {
  const amount = fkr(50)
  const received = { until, why: 'you received it', amount }
  expect(
    holdWords([
      { what: 'withdraw', ...received },
      { what: 'send', ...received },
    ]),
  ).toEqual(['50 fkr you received can be withdrawn or sent from 23 Nov 2026, 12:05.'])
})
