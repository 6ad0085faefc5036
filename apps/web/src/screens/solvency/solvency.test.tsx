import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsVisitor } from '../../../test/render-screen.tsx'

const openAfter = (hours: number) => {
  const snapshot = {
    snapshot: '20261122T120000Z',
    at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    block: 7,
    owed: 5,
    held: 6,
    root: 'ab'.repeat(32),
    size: 8,
    players: 2,
    checked: 0,
    signature: 'cd'.repeat(64),
  }
  const chain = { chainId: 31_337, token: `0x${'a1'.repeat(20)}`, house: `0x${'b2'.repeat(20)}` }
  renderAsVisitor('/solvency', { solvency: { Data: [snapshot], chain } })
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
