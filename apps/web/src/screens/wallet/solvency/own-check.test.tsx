import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import { houseOf, owed } from '../../../../../../packages/solvency/test/house.ts'
import { answerCalls, callsOf, type Fate } from '../../../../test/server.ts'
import { OwnCheckCard } from './own-check.tsx'

const player = '10000003'
const { published, proofOf } = houseOf(owed)
const counted = (day: number, snapshot = published.snapshot) => ({
  ...published,
  snapshot,
  at: `2026-11-${day}T12:00:00.000Z`,
  block: 7,
  owed: Number(published.owed) / 100,
  held: 0,
  checked: 0,
  signature: '',
})
const newer = counted(23, '20261123T120000Z')
const listOf = (...Data: object[]) => {
  const chain = { chainId: 1, token: `0x${'a1'.repeat(20)}`, house: `0x${'b2'.repeat(20)}` }
  return { Data, chain }
}
const noProof = Response.json({ Status: false, Message: 'Not found' }, { status: 404 })

async function check(solvency: Fate, solvencyProof: Fate = { Data: proofOf(player) }) {
  answerCalls({ solvency, solvencyProof, solvencyCheck: {} })
  render(
    <BrowserRouter>
      <OwnCheckCard playerId={Number(player)} />
    </BrowserRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Check' }))
}

test('a player is in the newest snapshot', async () => {
  await check(listOf(counted(22)))
  await screen.findByText('You are in it')
  screen.getByText(/^2,234\.56 fkr of yours were counted/)
  expect(callsOf('solvencyCheck')).toHaveLength(1)
})

test('a snapshot that is taken between the list and the proof is in the next list', async () => {
  const lists = [listOf(), listOf(counted(22))]
  await check(() => lists.shift() ?? {})
  await screen.findByText('You are in it')
})

test('OWED-11 the proof of an older snapshot does not show that the player is in the newest', async () => {
  await check(listOf(newer, counted(22)))
  await screen.findByText('Your money is not in it')
  screen.getByText(/^Your proof is of an older snapshot than the newest\./)
})

test('OWED-12 a player without a proof reads whom the house has left out', async () => {
  await check(listOf(newer), noProof)
  await screen.findByText('Your money is not in the newest count')
  screen.getByText(/^We counted on .*23.* An older one was left out\./)
})

test('before the first snapshot no one is left out', async () => {
  await check(listOf(), noProof)
  await screen.findByText('Your money is not counted yet')
})
