import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seeds } from '../../../test/seeds.ts'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { noLimit } from '../../platform/limits/limit.ts'
import { printReplay } from './print-replay.ts'

test('a round’s page is the app alone while the database is away; a bug is none of that', async () => {
  const webDirectory = await mkdtemp(join(tmpdir(), 'pipkin-'))
  onTestFinished(() => rm(webDirectory, { recursive: true }))
  const shell = '<head></head>'
  await writeFile(join(webDirectory, 'shell.html'), shell)
  const page = (error: Error) =>
    printReplay({
      database: { rows: () => Promise.reject(error) },
      seeds,
      webDirectory,
      publicUrl: new URL('http://localhost'),
      limit: noLimit,
    })(transactionIdOf(12_345_678, '01890000-0000-7000-8000-000000000000'), '192.0.2.1')
  expect(await page(new Error('Query read timeout'))).toBe(shell)
  await expect(page(new Error('a bug'))).rejects.toThrow('a bug')
})
