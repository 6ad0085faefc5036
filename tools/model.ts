import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Compares the model with the real server for longer than the suite does: `npm run model -- --runs
 * 200 [--seed N]`.
 */

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '50' }, seed: { type: 'string' } },
})
const child = spawn(
  process.execPath,
  [resolve('node_modules/vitest/vitest.mjs'), 'run', 'apps/server/test/model'],
  {
    stdio: 'inherit',
    env: {
      // In CI too, where the suite has always the same one.
      FC_SEED: String(randomInt(2 ** 31)),
      ...process.env,
      MODEL_RUNS: values.runs,
      ...(values.seed && { FC_SEED: values.seed }),
    },
  },
)
child.on('close', (code) => process.exit(code ?? 1))
