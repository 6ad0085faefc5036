import { verifyHistory } from '@pipkin/games/verify'
import { expect, test } from 'vitest'
import {
  history,
  openBet,
  publicKey,
  restoredHistory,
} from '../../../../../packages/games/test/house.ts'
import { historyChecksOf } from './history-checks.ts'

const honest = history()
const failing = (value: unknown) =>
  historyChecksOf(verifyHistory(value, { publicKey })).flatMap(({ title, state }) =>
    state === 'fails' ? [title] : [],
  )

test('an honest history in plain words', () => {
  const checks = historyChecksOf(verifyHistory(honest, { publicKey }))
  expect(checks.map(({ title }) => title)).toEqual([
    'Form',
    'Signed end',
    'Open round, epoch 2, nonce 2',
    'Every round',
    'Player',
    'Order',
    'None missing',
    'Epochs',
    'Seeds',
    'Ids',
    'Not checked',
  ])
  expect(failing(honest)).toEqual([])
})

test('a history over a restore says what was voided and what was lost, and why a gap is none', () => {
  const kept = [openBet(0, 3)]
  const checks = historyChecksOf(verifyHistory(restoredHistory(), { publicKey, kept }))
  expect(checks.filter(({ state }) => state === 'fails')).toEqual([])
  const note = (title: string) => checks.find((check) => check.title === title)?.note
  expect(note('Restored backups')).toMatch(/^On 2026-11-20 at 12:00 UTC the house restored/)
  expect(note('Receipts in this browser')).toMatch(/^A restore has lost 1 round whose/)
  expect(note('Voided epoch 0')).toBe('The house signed it')
  const { voided: _, ...bare } = restoredHistory()
  expect(failing(bare)).toEqual(['None missing', 'Restored backups'])
})

test('what is wrong with one is named', () => {
  const [first, second, ...rest] = honest.proofs
  expect(failing({ ...honest, proofs: [first, ...rest] })).toEqual(['None missing'])
  expect(failing({ ...honest, proofs: [second, first, ...rest] })).toEqual(['Order'])
  expect(failing({ ...honest, proofs: [{ ...first, payout: 7 }, second, ...rest] })).toEqual([
    'Every round',
  ])
  expect(failing({ ...honest, proofs: honest.proofs.slice(0, -1) })).toEqual(['None missing'])
  expect(failing({ ...honest, head: { ...honest.head, signature: '0'.repeat(128) } })).toEqual([
    'Signed end',
  ])
})
