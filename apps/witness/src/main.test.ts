import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type NoteKey, verifierText } from '@pipkin/log'
import { expect, onTestFinished, test } from 'vitest'
import { ed25519Key } from '../../server/src/platform/process/ed25519-key.ts'

/** The witness as a process of its own. */

const log: NoteKey = { name: 'localhost/log', type: 'note', ...ed25519Key(Buffer.alloc(32, 1)) }
const main = fileURLToPath(new URL('main.ts', import.meta.url))

function startWitness(folder: string) {
  const own = ['--log', 'http://127.0.0.1:1/log', '--log-key', verifierText(log), '--dir', folder]
  const child = spawn(process.execPath, [main, ...own, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function untilAtWork({ stdout }: ChildProcess): Promise<void> {
  let said = ''
  for await (const part of stdout ?? []) {
    said += part
    if (said.includes('The witness is at work')) return
  }
  expect(said).toContain('The witness is at work')
}

test('TLOG-10 of two witnesses on one folder one is at work; after a kill the next one is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-witness-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = startWitness(folder)
  await untilAtWork(first)

  const second = startWitness(folder)
  const ended = once(second, 'exit')
  expect(await text(second.stderr)).toBe(
    `Another Pipkin (process ${first.pid}) already uses ${folder}: stop it, or set --dir to another folder.\n`,
  )
  expect(await ended).toEqual([1, null])

  first.kill('SIGKILL')
  await once(first, 'exit')
  await untilAtWork(startWitness(folder))
})
