import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseKeys, verifyFile } from '@pipkin/games/verify'
import { reportOf } from './verify-report.ts'

/**
 * `npm run verify -- FILE… [--key HEX]`: checks proofs and histories offline. Exits 1 if one fails,
 * 2 if the arguments are wrong.
 */

const usage = `Usage: npm run verify -- FILE… [--key HEX]

  FILE   the proof of a round or an exported history, as JSON
  --key  the house's Ed25519 key, 64 hex digits: see verify.html or /api/receiptKey.
         Older ones may follow, after commas.
         Without it no signature is checked, and the report says so.`

const say = (text: string) => process.stdout.write(`${text}\n`)

function cannotBegin(why: string): never {
  process.stderr.write(`${why}\n\n${usage}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' } },
    })
    return { keys: parseKeys(values.key ?? ''), files: positionals }
  } catch (error) {
    return cannotBegin(error instanceof Error ? error.message : String(error))
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return cannotBegin(
      `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const { keys, files } = readArguments()
if (files.length === 0) cannotBegin('Which file?')
const trust = keys ?? cannotBegin('The key is not 64 hex digits.')

let allHold = true
for (const file of files) {
  const { ok, lines } = reportOf(verifyFile(readText(file), trust))
  say([file, ...lines].join('\n'))
  allHold &&= ok
}
process.exitCode = allHold ? 0 : 1
