import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'

/** What a screen of the back office may need beside React, gzipped. */
const mostBytes = 60_000

test('no screen of the back office needs more than 60 kB of scripts beside React', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const outDir = await mkdtemp(join(tmpdir(), 'pipkin-desk-'))
  onTestFinished(() => rm(outDir, { recursive: true }))
  const built = await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir },
  })
  if (!('output' in built)) throw new Error('One build is one output')
  const chunks = new Map(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)
  const screens = [...chunks.values()].filter(({ isDynamicEntry }) => isDynamicEntry)
  expect(screens.length).toBeGreaterThan(5)
  for (const screen of screens) {
    const needed = withImports([entry!, screen], chunks)
    const own = [...needed].filter(({ fileName }) => !fileName.includes('react-'))
    expect(own.length).toBe(needed.size - 1)
    const sum = own.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
    expect(sum).toBeGreaterThan(10_000)
    expect(sum, screen.fileName).toBeLessThanOrEqual(mostBytes)
  }
})

/** Chunks and all that they import at once. */
function withImports(
  of: readonly Rolldown.OutputChunk[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): ReadonlySet<Rolldown.OutputChunk> {
  const needed = new Set(of)
  for (const { imports } of needed)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) needed.add(chunk)
    }
  return needed
}
