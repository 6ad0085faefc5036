import { type Duty, readNow } from '@pipkin/contract/desk'
import { zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { answered, figuresInTests as figures, shownWith } from '../parts/in-tests.tsx'
import { Now } from './now.tsx'

test('figures that are read by people: thousands apart, one finding', () => {
  const audit = { at: new Date('2026-11-22T12:00:00Z'), findings: 1 }
  const house = { symbol: 'FKR', behind: 0, held: zero, coin: 1_234.5678 }
  const shown = shownWith(
    <Now duties={[]} />,
    answered(readNow, undefined, { ...figures, audit, house }),
  )
  expect(shown).toContain('1,234.5678')
  expect(shown).toContain('2026-11-22 12:00 UTC, 1 finding<')
})

test('what is to be decided is what its reader may see', () => {
  const shown = (duties: readonly Duty[]) =>
    shownWith(<Now duties={duties} />, answered(readNow, undefined, figures))
  expect(shown(['see', 'pay'])).toContain('Payouts to decide')
  const games = shown(['offer'])
  expect(games).toContain('Proposals to approve or refuse')
  for (const other of ['Payouts to decide', 'Open cases']) expect(games).not.toContain(other)
})
