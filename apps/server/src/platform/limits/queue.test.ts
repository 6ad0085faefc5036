import { expect, test } from 'vitest'
import { createQueue, queueEach, TooBusy } from './queue.ts'

/** A task that runs until a test ends it. */
function held(log: string[], name: string) {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const task = async () => {
    log.push(name)
    await ended
    return name
  }
  return { task, end: () => end() }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('runs so many at once, the rest in the order they came, and refuses what is too many', async () => {
  const queue = createQueue({ atOnce: 2, waiting: 2 })
  const log: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => held(log, name))
  const results = [a!, b!, c!, d!].map(({ task }) => queue(task))
  await turn()
  expect(log).toEqual(['a', 'b'])

  await expect(queue(async () => 'e')).rejects.toThrow(TooBusy)

  b!.end()
  await turn()
  expect(log).toEqual(['a', 'b', 'c'])
  for (const { end } of [a!, c!, d!]) end()
  await expect(Promise.all(results)).resolves.toEqual(['a', 'b', 'c', 'd'])
})

test('a task that fails gives its place on', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1 })
  const failing = queue(() => Promise.reject(new Error('broken')))
  const next = queue(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
  await expect(queue(async () => 'and again')).resolves.toBe('and again')
})

test('of each key so many run at once, and the rest in the order they came', async () => {
  const each = queueEach(1)
  const log: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => held(log, name))
  const results = [each(1, a!.task), each(1, b!.task), each(2, c!.task)]
  await turn()
  expect(log).toEqual(['a', 'c'])
  a!.end()
  await turn()
  expect(log).toEqual(['a', 'c', 'b'])
  for (const { end } of [b!, c!]) end()
  await expect(Promise.all(results)).resolves.toEqual(['a', 'b', 'c'])
  await expect(each(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(each(1, async () => 'd')).resolves.toBe('d')
})
