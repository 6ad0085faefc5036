import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { hashInThread } from './hash-threads.ts'

/**
 * The threads of this process: how much each gives way, and the processor time that it has had, in
 * ticks.
 */
const threads = () =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    // The name, in brackets, may hold anything; the state is the third field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { nice: Number(fields[16]), ticks: Number(fields[11]) + Number(fields[12]) }
  })

test('only the threads that hash passwords run at a lower priority', async ({ skip }) => {
  if (process.platform !== 'linux') skip('A thread has a priority of its own on Linux alone.')
  const lowest = constants.priority.PRIORITY_LOW
  const nicesBefore = new Set(threads().map(({ nice }) => nice))
  await hashInThread('a word')
  expect(threads().filter(({ nice }) => nice === lowest)).toHaveLength(1)
  // Waits until the processor time shows that the thread does the work.
  while (threads().some(({ nice, ticks }) => nice === lowest && ticks < 5))
    await hashInThread('a word')
  expect(new Set(threads().map(({ nice }) => nice))).toEqual(nicesBefore.add(lowest))
})
