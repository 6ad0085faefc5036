import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type FileVerdict, isProof, parseKeys, verifyFile } from '@pipkin/games/verify'
import { parseVerifier, type Verifier } from '@pipkin/log'
import { type LogReport, reportOnLog } from './log-report.ts'
import { reportOf } from './verify-report.ts'

/**
 * `npm run verify -- FILE… [--key HEX]`: checks proofs and histories offline, and whether a round's
 * receipts are in the log. Exits 1 if one fails, 2 if the arguments are wrong.
 */

const usage = `Usage: npm run verify -- FILE… [--key HEX]

  FILE   the proof of a round or an exported history, as JSON
  --key  the house's Ed25519 key, 64 hex digits: see verify.html or /api/receiptKey.
         Older ones may follow, after commas.
         Without it no signature is checked, and the report says so.
  --log-proof  the proof from /api/receiptProof that a receipt of the round is in the log
  --log-key    the log's key, from /log/key
  --witness    the key of a witness whom you trust; may be given again`

const say = (text: string) => process.stdout.write(`${text}\n`)

function cannotBegin(why: string): never {
  process.stderr.write(`${why}\n\n${usage}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        'log-proof': { type: 'string', multiple: true },
        'log-key': { type: 'string' },
        witness: { type: 'string', multiple: true },
      },
    })
    return {
      keys: parseKeys(values.key ?? ''),
      files: positionals,
      logProofs: values['log-proof'] ?? [],
      logKey: values['log-key'],
      witnesses: values.witness ?? [],
    }
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

const { keys, files, logProofs, logKey, witnesses } = readArguments()
if (files.length === 0) cannotBegin('Which file?')
const trust = keys ?? cannotBegin('The key is not 64 hex digits.')

const verifierOf = (text: string): Verifier =>
  parseVerifier(text.trim()) ?? cannotBegin(`This is no verifier key: ${text}`)

if (logProofs.length > 0 && logKey === undefined) cannotBegin('Which key does the log have?')
const logTrust = {
  logs: logKey === undefined ? [] : [verifierOf(logKey)],
  witnesses: witnesses.map(verifierOf),
}

/** What the log's proofs show of a round; nothing where none was given. */
function logReport(found: FileVerdict): LogReport {
  if (logProofs.length === 0) return { ok: true, lines: [] }
  const receipts = found.holds === 'a proof' && isProof(found.proof) ? found.proof.receipts : []
  return reportOnLog(logProofs.map(readText), receipts, logTrust)
}

let allHold = true
for (const file of files) {
  const found = verifyFile(readText(file), trust)
  const [{ ok, lines }, logged] = [reportOf(found), logReport(found)]
  say([file, ...lines, ...logged.lines].join('\n'))
  allHold &&= ok && logged.ok
}
process.exitCode = allHold ? 0 : 1
