import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { player } from '../../../test/answers.ts'
import { renderAsPlayer } from '../../../test/render-screen.tsx'

interface Seen {
  readonly isIntersecting: boolean
  readonly boundingClientRect: { readonly top: number }
}

test('the slim head comes once the head is scrolled away, not where it ends below the window', async () => {
  const heard: ((seen: readonly Seen[]) => void)[] = []
  class Sight {
    constructor(hear: (seen: readonly Seen[]) => void) {
      heard.push(hear)
    }
    observe() {}
    disconnect() {}
  }
  const { IntersectionObserver } = globalThis
  vi.stubGlobal('IntersectionObserver', Sight)
  onTestFinished(() => void vi.stubGlobal('IntersectionObserver', IntersectionObserver))
  const names = async (top: number, isIntersecting: boolean) => {
    act(() => {
      for (const hear of heard) hear([{ isIntersecting, boundingClientRect: { top } }])
    })
    return screen.getAllByText(player.name).length
  }
  renderAsPlayer('/')
  await screen.findByRole('heading', { name: player.name })
  const before = await names(300, true)
  expect(await names(900, false)).toBe(before)
  expect(await names(-1, false)).toBe(before + 1)
})
