import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const say = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'cluster.ts'), ...args], {
    env: { ...process.env, PIPKIN_DATA: join(tmpdir(), 'pipkin-no-cluster'), PIPKIN_CITUS: '' },
    encoding: 'utf8',
    timeout: 60_000,
  })

test.each([
  [
    ['where', '10000001'],
    /^No cluster runs in \S+: start it by "npm run cluster", or give .*\.\n$/,
  ],
  [['where', 'Ada'], /^Where is which player\? Give an id\.\n$/],
  [['promote', 'three'], /^Promote which node: coordinator, one, two\?\n$/],
  [['shrink'], /^There is no "shrink": there are promote NODE and where PLAYER\.\n$/],
])('%j is answered in a sentence', (args, sentence) => {
  const { status, stderr } = say(...args)
  expect(stderr).toMatch(sentence)
  expect(status).toBe(1)
})
