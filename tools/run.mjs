import { existsSync } from 'node:fs'

// Every npm script starts here, in plain JavaScript: an old Node prints a sentence instead of a
// syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `Pipkin needs Node 22.22 or newer, and this is ${process.versions.node}: ` +
      'run "npm ci" again (it brings Node 24 on Linux) or install a newer Node.\n',
  )
  process.exit(1)
}

const scripts = {
  start: '../apps/local/src/start.ts',
  api: '../apps/server/dist/api.js',
  worker: '../apps/server/dist/worker.js',
  desk: '../apps/server/dist/desk.js',
  audit: '../apps/local/src/audit.ts',
  operator: '../apps/local/src/operate.ts',
  spread: '../apps/server/src/spread.ts',
  cluster: '../apps/local/src/cluster/cluster.ts',
  test: './test/run.ts',
  pictures: '../e2e/take-pictures.ts',
  verify: './verify.ts',
  witness: '../apps/witness/src/main.ts',
  bench: '../bench/bench.ts',
  guards: './guards/run.ts',
  model: './model.ts',
  rings: './rings.ts',
  chaos: '../chaos/chaos.ts',
}
const [name = ''] = process.argv.splice(2, 1)
const script = scripts[name]
if (!script) {
  process.stderr.write(
    `There is no script "${name}"; there are ${Object.keys(scripts).join(', ')}.\n`,
  )
  process.exit(1)
}
if (!existsSync(new URL(script, import.meta.url))) {
  process.stderr.write('The server is not built: run "npm run build" first.\n')
  process.exit(1)
}
// Compiled sources are cached: each start takes a third less work.
const { enableCompileCache } = await import('node:module')
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/../node_modules/.cache/compile`
enableCompileCache(process.env.NODE_COMPILE_CACHE)
try {
  await import(script)
} catch (error) {
  // An option that the command doesn't have, in Node's words.
  if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
