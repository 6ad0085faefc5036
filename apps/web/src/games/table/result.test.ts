import { fkr, hundredths, type Money } from '@pipkin/money'
import { expect, test } from 'vitest'
import { againstStake, resultContent, resultSentence } from './result.tsx'

const text = { title: 'You cashed out', note: '', tile: 'neutral' }
const round = (returned: Money) => ({ stake: fkr(20), returned })

test('only a return of more than the stake is celebrated', () => {
  const at = (returned: Money) => resultContent(round(returned), text, false)
  expect(at(fkr(30)).won).toBe(true)
  expect(at(fkr(30)).tile).not.toBe('neutral')
  expect(at(fkr(30)).figures[2]).toEqual({ label: 'Net', value: '+10', tone: 'win' })
  for (const returned of [fkr(20), fkr(10), fkr(0)]) {
    expect(at(returned).won).toBe(false)
    expect(at(returned).tile).toBe('neutral')
  }
  expect(at(fkr(20)).figures[2]).toEqual({ label: 'Net', value: '0' })
  expect(at(fkr(10)).figures[2]).toEqual({ label: 'Net', value: '\u221210', tone: 'loss' })
})

test('result, return and net in one sentence', () => {
  expect(resultSentence(round(hundredths(2750n)), text, true, () => '')).toBe(
    'You won. You cashed out: return 27.50 fkr, net +7.50 fkr.',
  )
  const worth = (of: Money) => ` (€${Number(of) / 10_000})`
  expect(resultSentence(round(fkr(30)), text, true, worth)).toBe(
    'You won. You cashed out: return 30 fkr (€0.3), net +10 fkr (€0.1).',
  )
})

test('a win is said in words, and no return of the stake or less is called one', () => {
  const ended = { title: 'You cashed out', note: '3 tiles opened.', tile: 'neutral' }
  const won = resultContent(round(fkr(21)), ended, false)
  expect([won.title, won.note]).toEqual(['You won', 'You cashed out. 3 tiles opened.'])
  for (const returned of [fkr(20), fkr(19), fkr(0)]) {
    expect(resultContent(round(returned), ended, false).title).toBe('You cashed out')
    expect(resultSentence(round(returned), ended, true, () => '')).not.toContain('won')
  }
})

test('a return against the stake in words', () => {
  expect(againstStake(round(fkr(40)))).toBe('20 more than your stake')
  expect(againstStake(round(fkr(20)))).toBe('the same as your stake')
  expect(againstStake(round(fkr(10)))).toBe('10 less than your stake')
})
