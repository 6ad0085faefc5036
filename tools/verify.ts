import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type FileVerdict,
  isProof,
  isRoundReceipt,
  parseKeys,
  verifyFile,
} from '@pipkin/games/verify'
import { parseProof, parseVerifier, type Verifier } from '@pipkin/log'
import { reportOnFile, reportOnLog } from './log-report.ts'
import { openLine, type Report, reportOf } from './verify-report.ts'

/**
 * `npm run verify -- FILE… [--key HEX]`: checks proofs and histories offline, and whether a round's
 * receipts are in the log. Exits 1 if one fails, 2 if the arguments are wrong.
 */

const usage = `Usage: npm run verify -- FILE… [--key HEX] [--kept FILE]…

  FILE   the proof of a round or an exported history, as JSON
  --key  the house's Ed25519 key, 64 hex digits: see verify.html or /api/receiptKey.
         Older ones may follow, after commas.
         Without it no signature is checked, and the report says so.
  --kept       a receipt that you kept, as JSON: the round of its place must be the same
  --log-proof  the proof from /api/receiptProof that a receipt of the round is in the log,
               where the file doesn't have it itself
  --log-key    the log's key, from /log/key; a round without such proofs fails then
  --witness    the key of a witness whom you trust; may be given again, and one of
               them must have cosigned`

/** Prints a line. A file's texts may be in it: control characters could move the cursor. */
const say = (line: string) =>
  process.stdout.write(`${line.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')}\n`)

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
        kept: { type: 'string', multiple: true },
        'log-proof': { type: 'string', multiple: true },
        'log-key': { type: 'string' },
        witness: { type: 'string', multiple: true },
      },
    })
    return {
      keys: parseKeys(values.key ?? ''),
      files: positionals,
      kept: values.kept ?? [],
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

function receiptIn(file: string) {
  const receipt = jsonOf(readText(file))
  return isRoundReceipt(receipt) ? receipt : cannotBegin(`${file} holds no receipt.`)
}

/** The house's refusal, or a download that broke off, says nothing of the round. */
function logProofIn(file: string): string {
  const text = readText(file)
  return parseProof(text) ? text : cannotBegin(`${file} holds no proof of the log.`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const { keys, files, kept, logProofs, logKey, witnesses } = readArguments()
if (files.length === 0) cannotBegin('Which file?')
const trust = {
  ...(keys ?? cannotBegin('The key is not 64 hex digits.')),
  kept: kept.map(receiptIn),
}

const verifierOf = (text: string): Verifier =>
  parseVerifier(text.trim()) ?? cannotBegin(`This is no verifier key: ${text}`)

if (logProofs.length + witnesses.length > 0 && logKey === undefined)
  cannotBegin('Which key does the log have?')
const logTrust = {
  logs: logKey === undefined ? [] : [verifierOf(logKey)],
  witnesses: witnesses.map(verifierOf),
}
const givenProofs = logProofs.map(logProofIn)

/** What the log's proofs show of a round: the given ones, or else those in its file. */
function logReport(found: FileVerdict): Report {
  const proof = found.holds === 'a proof' && isProof(found.proof) ? found.proof : null
  const receipts = proof?.receipts ?? []
  if (givenProofs.length > 0) return reportOnLog(givenProofs, receipts, logTrust)
  if (logKey !== undefined && found.holds === 'a history')
    return {
      ok: true,
      lines: [openLine('The log was not checked: a history has no proofs of it.')],
    }
  return reportOnFile(proof, receipts, logKey === undefined ? null : logTrust)
}

let allHold = true
for (const file of files) {
  const found = verifyFile(readText(file), trust)
  const { ok, lines } = reportOf(found, logReport(found))
  for (const line of [file, ...lines]) say(line)
  allHold &&= ok
}
process.exitCode = allHold ? 0 : 1
