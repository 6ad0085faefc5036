import { expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { beginWhenUp } from './begin-when-up.ts'

const gone = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('the work is done at once where the database is there', async () => {
  const work = vi.fn(async () => undefined)
  const beginning = await beginWhenUp(work, { onWaiting: vi.fn(), onRefused: vi.fn() })
  expect(beginning.isDone()).toBe(true)
  await beginning.stop()
  expect(work).toHaveBeenCalledTimes(1)
})

test('what is wrong at the first try is thrown', async () => {
  const work = () => Promise.reject(new Error('a wrong setting'))
  const beginning = beginWhenUp(work, { onWaiting: vi.fn(), onRefused: vi.fn() })
  await expect(beginning).rejects.toThrow('a wrong setting')
})

test.each(['done', 'refused'] as const)(
  'while the database is away it is tried again, until it is %s',
  async (end) => {
    const answers = [gone(), gone(), end === 'done' ? null : new Error('a wrong setting')]
    const work = vi.fn(async () => {
      const answer = answers.shift()
      if (answer) throw answer
    })
    const [onWaiting, onRefused] = [vi.fn(), vi.fn()]
    const beginning = await beginWhenUp(work, { onWaiting, onRefused, pauseMs: 1 })
    expect(beginning.isDone()).toBe(false)
    await vi.waitFor(
      () =>
        expect([beginning.isDone(), onRefused.mock.calls.length]).toContain(
          end === 'done' ? true : 1,
        ),
      patience,
    )
    await beginning.stop()
    expect(work).toHaveBeenCalledTimes(3)
    expect(onWaiting).toHaveBeenCalledTimes(2)
    expect(onRefused).toHaveBeenCalledTimes(end === 'done' ? 0 : 1)
  },
)

test('asked to stop, it tries no more', async () => {
  const work = vi.fn(() => Promise.reject(gone()))
  const beginning = await beginWhenUp(work, { onWaiting: vi.fn(), onRefused: vi.fn() })
  await beginning.stop()
  expect(work).toHaveBeenCalledTimes(1)
})
