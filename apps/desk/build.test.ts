import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'

/** What the back office may weigh beside React, gzipped. */
const mostBytes = 60_000

test('the back office’s scripts weigh at most 60 kB beside React', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const outDir = await mkdtemp(join(tmpdir(), 'pipkin-desk-'))
  onTestFinished(() => rm(outDir, { recursive: true }))
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir },
  })
  const scripts = (await readdir(join(outDir, 'assets'))).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => name.startsWith('react-'))).toHaveLength(1)
  const own = scripts.filter((name) => !name.startsWith('react-'))
  const sizes = await Promise.all(
    own.map(async (name) => gzipSync(await readFile(join(outDir, 'assets', name))).length),
  )
  const sum = sizes.reduce((sum, size) => sum + size, 0)
  expect(sum).toBeGreaterThan(10_000)
  expect(sum).toBeLessThanOrEqual(mostBytes)
})
