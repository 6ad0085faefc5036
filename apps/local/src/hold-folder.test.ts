import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdFolder } from './hold-folder.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'pipkin-test-')), 'held')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

test('is held by one at a time', async () => {
  const release = await holdFolder(folder)
  await expect(holdFolder(folder)).rejects.toThrow(
    `Another Pipkin (process ${process.pid}) already uses ${folder}`,
  )
  await release()
  await (await holdFolder(folder))()
})

test('one of many that come at once takes over from a holder that was killed', async () => {
  mkdirSync(folder)
  const path = join(folder, 'lock')
  const script = `net.createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  await once(spawn(process.execPath, ['-e', script]), 'exit')
  expect(existsSync(path)).toBe(true)
  const many = await Promise.allSettled(Array.from({ length: 10 }, () => holdFolder(folder)))
  const holders = many.filter((one) => one.status === 'fulfilled')
  expect(holders).toHaveLength(1)
  await holders[0]?.value()
})

test('a path that is too long for a socket is held too', async () => {
  const deep = join(folder, 'a'.repeat(80), 'b'.repeat(80))
  const release = await holdFolder(deep)
  await expect(holdFolder(deep)).rejects.toThrow('Another Pipkin')
  await release()
})
