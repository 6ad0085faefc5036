// Run by `startInParent`: calls the given function, prints its result, stops it when input ends.
import { buffer } from 'node:stream/consumers'

const [module, name, options] = process.argv.slice(2)
const { [String(name)]: start } = await import(new URL(`../${module}`, import.meta.url).href)
const started = await start(JSON.parse(String(options)))
process.stdout.write(`${JSON.stringify(started)}\n`)
await buffer(process.stdin)
await started.stop()
