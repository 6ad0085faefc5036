import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startChain } from './chain/start-chain.ts'
import { commandLine } from './command-line.ts'
import { startMachine } from './machine.ts'
import { makeDataDir, startInParent } from './testing/start-in-parent.ts'

let dataDir: string
beforeEach(() => {
  dataDir = makeDataDir()
})
afterEach(() => rmSync(dirname(dataDir), { recursive: true }))

type Pids = { postgres: { pid: number }; chain: { pid: number } }

test('brings up and stops all parts, and again on what they kept', async () => {
  const onStep = vi.fn()
  const first = await startMachine({ dataDir, onStep })
  expect(onStep.mock.calls.map(([part]) => part).sort()).toEqual(['chain', 'database', 'mail'])
  await first.stop()
  expect([commandLine(first.postgres.pid), commandLine(first.chain.pid)]).toEqual(['', ''])
  const again = await startMachine({ dataDir })
  expect(again.chain.house).toBe(first.chain.house)
  await again.stop()
})

test('leaves nothing running when one part can not start', async () => {
  const holder = await startChain({ dataDir })
  await expect(startMachine({ dataDir })).rejects.toThrow('Another Pipkin')
  await holder.stop()
  const machine = await startMachine({ dataDir })
  await machine.stop()
})

test('says which part ended unasked', async () => {
  const machine = await startMachine({ dataDir })
  process.kill(machine.chain.pid, 'SIGKILL')
  expect(await machine.broken).toBe('chain')
  await machine.stop()
})

test('leaves no child behind when it is killed, and starts again', async () => {
  const machine = await startInParent<Pids>(['machine.ts', 'startMachine'], { dataDir })
  await machine.kill()
  for (const { pid } of [machine.postgres, machine.chain]) {
    await expect.poll(() => commandLine(pid)).toBe('')
  }
  const again = await startMachine({ dataDir })
  await again.stop()
})
