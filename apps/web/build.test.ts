import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { ofOneMachine, refuseLocal } from './refuse-local.ts'

afterEach(() => {
  delete process.env.PIPKIN_LOCAL
})

/** Builds the web app in memory; answers everything that a browser could be sent of it. */
async function built(local: boolean): Promise<string> {
  if (local) process.env.PIPKIN_LOCAL = '1'
  const configFile = join(import.meta.dirname, 'vite.config.ts')
  const output = await build({ configFile, logLevel: 'silent', build: { write: false } })
  const files = (output as Rolldown.RolldownOutput).output
  return files.map((file) => (file.type === 'chunk' ? file.code : String(file.source))).join('\n')
}

test('nothing of the demo wallet is in a production build', async () => {
  expect(await built(false)).not.toMatch(ofOneMachine)
})

test('the local default’s build has it, so that the test above means something', async () => {
  const sent = await built(true)
  for (const text of ['local.pipkin.demo-wallet', 'Use the demo wallet', '/dev/rpc', '/dev/faucet'])
    expect(sent).toContain(text)
})

test.each([
  ['the demo wallet', 'const rdns = "local.pipkin.demo-wallet"; export default rdns', {}],
  ['a call of one machine', 'export default fetch("/dev/faucet")', {}],
  ['a source map', 'export default 1', { sourcemap: true }],
])('a production build with %s in it fails', async (_, code, options) => {
  const planted = build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'planted', resolveId: (id) => id, load: () => code }, refuseLocal()],
    build: { write: false, lib: { entry: 'planted.js', formats: ['es'] }, ...options },
  })
  await expect(planted).rejects.toThrow(/production build/)
})
