import { canonicalJson, type Receipt } from '@pipkin/games'
import { emptyLogPart, judgeReceipt, type LogTrust, logPartOf, trustIn } from '@pipkin/log'
import { openLine, type Report } from './verify-report.ts'

/**
 * Reports which receipt of a round each proof shows to be in the log, and who has cosigned that.
 */
export function reportOnLog(
  proofs: readonly string[],
  receipts: readonly Receipt[],
  trust: LogTrust,
): Report {
  const reports = proofs.map((text) => reportOnProof(text, receipts, trust))
  return { ok: reports.every(({ ok }) => ok), lines: reports.flatMap(({ lines }) => lines) }
}

/**
 * The same for the proofs in a round's own file: each of its receipts must be in the log. `trust`
 * is null if no key was given: then the file's own keys count, and the report says so. A given key
 * asks for the check, so a round whose file has no proof fails then.
 */
export function reportOnFile(
  file: unknown,
  receipts: readonly Receipt[],
  trust: LogTrust | null,
): Report {
  const part = logPartOf(file) ?? (trust && emptyLogPart)
  if (!part) return { ok: true, lines: [] }
  const goesBy = trust ?? trustIn(part.key, part.witnesses)
  if (!goesBy) return failed('The keys of the log in this file are none.')
  const reports = receipts.map((receipt) => reportOnReceipt(part.proofs, receipt, goesBy, trust))
  const named = [part.key, ...part.witnesses].map((key) => key.trim())
  const whose = trust
    ? []
    : [openLine(`The log was checked by keys that the file names: ${named.join(' ')}`)]
  return {
    ok: reports.every(({ ok }) => ok),
    lines: [...reports.flatMap(({ lines }) => lines), ...whose],
  }
}

function reportOnProof(text: string, receipts: readonly Receipt[], trust: LogTrust): Report {
  const reports = receipts.map((receipt) => reportOnReceipt([text], receipt, trust, trust))
  return reports.find(({ ok }) => ok) ?? reports[0] ?? failed('This file has no receipt.')
}

const failed = (why: string): Report => ({
  ok: false,
  lines: ['  FAIL  receipts in the log', `          ${why}`],
})

/** If `given` names witnesses, one of them must have cosigned. */
function reportOnReceipt(
  proofs: readonly string[],
  { facts }: Receipt,
  trust: LogTrust,
  given: LogTrust | null,
): Report {
  const kind = facts.receipt === 'bet' ? 'bet' : 'end'
  const verdict = judgeReceipt({ kind, canonicalJson: canonicalJson(facts) }, proofs, trust)
  if (!verdict.ok) return failed(verdict.why)
  const { index, checkpoint, cosignedBy } = verdict
  const isCosigned = cosignedBy.length > 0
  if (given?.witnesses.length && !isCosigned)
    return failed('No witness that you named has cosigned this.')
  return {
    ok: true,
    lines: [
      `  ok    ${kind} receipt in the log: entry ${index} of ${checkpoint.size}`,
      isCosigned
        ? `          cosigned by ${cosignedBy.join(', ')}`
        : openLine('No witness that you trust has cosigned this.'),
    ],
  }
}
