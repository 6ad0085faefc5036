import { epochCommitment, toHex } from '@pipkin/games'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { EndedEpochs } from './ended-epochs.tsx'

const seed = new Uint8Array(32).fill(7)
const ended = { commitment: toHex(epochCommitment(seed)), seed: toHex(seed), rounds: 3 }

test('an epoch that a restore has voided says when and why; the others don’t mention it', () => {
  const voided = { in: 1_795_000_000, from: 3, at: '2026-11-20T12:00:00.000Z' }
  render(
    <EndedEpochs
      epochs={[
        { ...ended, epoch: 1, voided },
        { ...ended, epoch: 0 },
      ]}
      count={2}
      rest={{ more: false, loading: false, failed: false, onMore: () => undefined }}
    />,
  )
  const [newest, older] = screen.getAllByRole('listitem')
  expect(newest?.textContent).toMatch(
    /Epoch 1, 3 rounds.*Voided on .*20.* 2026, when the house restored a backup\. Seed .* gives/,
  )
  expect(older?.textContent).not.toContain('Voided')
})

test('Show all names how many there are, and reads those that have not come yet', async () => {
  const onMore = vi.fn()
  const epochs = Array.from({ length: 20 }, (_, n) => ({ ...ended, epoch: 44 - n }))
  render(
    <EndedEpochs
      epochs={epochs}
      count={45}
      rest={{ more: true, loading: false, failed: false, onMore }}
    />,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(onMore).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 45' }))
  expect(screen.getAllByText(/^Epoch \d+, 3 rounds$/)).toHaveLength(20)
  expect(onMore).toHaveBeenCalled()
})
