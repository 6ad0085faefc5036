import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsVisitor } from '../../../test/render-screen.tsx'

const openAfter = (hours: number, owed: readonly number[] = [5]) => {
  const snapshots = owed.map((owed, daysBefore) => ({
    snapshot: `202611${22 - daysBefore}T120000Z`,
    at: new Date(Date.now() - (hours + 24 * daysBefore) * 3_600_000).toISOString(),
    block: 7,
    owed,
    held: owed === 0 ? 0 : 6,
    root: 'ab'.repeat(32),
    size: 8,
    players: 2,
    checked: 0,
    signature: 'cd'.repeat(64),
  }))
  const chain = { chainId: 31_337, token: `0x${'a1'.repeat(20)}`, house: `0x${'b2'.repeat(20)}` }
  renderAsVisitor('/solvency', { solvency: { Data: snapshots, chain } })
  return screen.findByText('Every fkr that players have is there.')
}
const late = 'One is due each day: the next is late.'

test('what is owed says where the next snapshot is late', async () => {
  await openAfter(27)
  screen.getByText(late)
})

test('a snapshot that may still come in time is not called late', async () => {
  await openAfter(25)
  expect(screen.queryByText(late)).toBeNull()
})

test('the plot of a house that owed nothing at first names the least that it held later', async () => {
  await openAfter(1, [5, 0])
  screen.getByRole('img', {
    name: /^Owed and held over 2 snapshots; held was at least 120\.0\s% of what was owed$/,
  })
})

test('the plot of one snapshot without debts says that nothing was owed', async () => {
  await openAfter(1, [0])
  screen.getByRole('img', { name: 'Owed and held over 1 snapshot; nothing was owed' })
})
