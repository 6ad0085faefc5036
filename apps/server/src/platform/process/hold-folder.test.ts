import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { holdFolder } from './hold-folder.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'pipkin-test-')), 'held')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const source = JSON.stringify(new URL('hold-folder.ts', import.meta.url).href)
const hold = (then: string) =>
  `const { holdFolder } = await import(${source})
  const said = await holdFolder(${JSON.stringify(folder)}).then(() => 'held', () => 'refused')
  process.stdout.write(said)
  ${then}`

/** A process that is killed while it holds the folder. */
async function holdAndDie(): Promise<void> {
  const script = hold("process.kill(process.pid, 'SIGKILL')")
  await once(spawn(process.execPath, ['--input-type=module', '-e', script]), 'exit')
  expect(readdirSync(folder)).toHaveLength(1)
}

test('a folder is held by one at a time', async () => {
  const release = await holdFolder(folder)
  await expect(holdFolder(folder)).rejects.toThrow(
    `Another Pipkin (process ${process.pid}) already uses ${folder}`,
  )
  await release()
  await (await holdFolder(folder))()
})

test('says so where there can be no such folder', async () => {
  await expect(holdFolder('/etc/passwd/chain')).rejects.toThrow(
    new CannotStart(
      "Pipkin can't keep its data here (ENOTDIR: not a directory, mkdir '/etc/passwd/chain'): set PIPKIN_DATA to another folder.",
    ),
  )
})

test('one of many that come at once takes over from a holder that was killed', async () => {
  for (let round = 0; round < 20; round += 1) {
    await holdAndDie()
    const many = await Promise.allSettled(Array.from({ length: 10 }, () => holdFolder(folder)))
    const holders = many.filter((one) => one.status === 'fulfilled')
    expect(holders).toHaveLength(1)
    expect(readdirSync(folder)).toHaveLength(1)
    await holders[0]?.value()
    expect(readdirSync(folder)).toEqual([])
  }
})

test('of processes that take over at once, one does', async () => {
  await holdAndDie()
  const tries = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', hold('process.stdin.resume()')], {
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  )
  const answers = await Promise.all(tries.map(({ stdout }) => once(stdout, 'data').then(String)))
  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
  for (const one of tries) {
    one.stdin.end()
    await once(one, 'exit')
  }
})

test('a path that is too long for a socket is held too', async () => {
  const deep = join(folder, 'a'.repeat(80), 'b'.repeat(80))
  const release = await holdFolder(deep)
  await expect(holdFolder(deep)).rejects.toThrow('Another Pipkin')
  await release()
})
