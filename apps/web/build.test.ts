import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test } from 'vitest'

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

const ofDemoWallet = /local\.pipkin\.demo-wallet|demo wallet|\/dev\/(rpc|faucet)|generatePrivateKey/i

test('nothing of the demo wallet is in a production build', async () => {
  expect(await built(false)).not.toMatch(ofDemoWallet)
})

test('the local default’s build has it, so that the test above means something', async () => {
  const sent = await built(true)
  for (const text of ['local.pipkin.demo-wallet', 'Use the demo wallet', '/dev/rpc', '/dev/faucet'])
    expect(sent).toContain(text)
})
