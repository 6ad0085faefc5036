import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasPython, python } from '../../apps/server/test/has-programs.ts'
import { enter } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)

test('anyone sees what is owed; a player is in it', async ({ page, browser }) => {
  await enter(page)
  // The command asks the worker, so only a product with a folder of its own can be used.
  const env = { ...process.env, PIPKIN_DATA: process.env.E2E_DATA }
  const why = ['--by', 'Asha', '--reason', 'a journey looks at it']
  // A snapshot is of a block to come, which the local chain makes for it.
  const { stdout } = await run('npm', ['run', 'operator', '--', 'solvency-snapshot', ...why], {
    env,
    timeout: 240_000,
  })
  expect(stdout).toMatch(/Snapshot \d{8}T\d{6}Z: \d+ players? are owed/)

  await page.goto('/account/wallet')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('You are in it')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/solvency')
  await expect(visitor.getByText('Every fkr that players have is there.')).toBeVisible()
  await visitor.getByRole('button', { name: 'As a table' }).click()
  await expect(visitor.getByRole('columnheader', { name: 'Ratio' })).toBeVisible()

  if (!hasPython()) return
  // A program that shares no code with the pages checks what they were made of.
  const folder = await mkdtemp(join(tmpdir(), 'pipkin-solvency-'))
  const save = async (path: string, name: string) => {
    const text = await (await page.request.get(path)).text()
    await writeFile(join(folder, name), text)
    return JSON.parse(text)
  }
  const { Data: snapshots } = await save('/api/solvency', 'list.json')
  const { Data: proof } = await save('/api/solvencyProof', 'proof.json')
  await save(`/solvency/${snapshots[0].snapshot}/tree`, 'tree.json')
  const files = ['list.json', 'tree.json', 'proof.json'].map((name) => join(folder, name))
  const verifier = await run(python, ['verifier/solvency.py', ...files, proof.player])
  expect(verifier.stdout).toMatch(/adds up to[\s\S]*You are in it/)
  const node = new URL('/dev/rpc', page.url()).href
  const asked = await run(python, ['verifier/reserves.py', files[0]!, '--rpc', node])
  expect(asked.stdout).toMatch(/the house has signed[\s\S]*The chain says the same/)
})
