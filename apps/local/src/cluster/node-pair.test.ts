import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { leadTo } from './node-pair.ts'

test('a link leads to another place, also after an attempt that was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipkin-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const link = join(folder, 'leads')
  await leadTo(link, 'a')
  // What it leaves between its two steps.
  symlinkSync('a', `${link}.new`)
  await leadTo(link, 'b')
  expect(readlinkSync(link)).toBe('b')
  expect(readdirSync(folder)).toEqual(['leads'])
})
