import { canonicalJson, type Receipt } from '@pipkin/games'
import { judgeReceipt, type LogTrust, logPartOf, trustIn } from '@pipkin/log'

export interface LogReport {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/** Which receipt of a round each proof shows to be in the log, and who has cosigned that. */
export function reportOnLog(
  proofs: readonly string[],
  receipts: readonly Receipt[],
  trust: LogTrust,
): LogReport {
  const reports = proofs.map((text) => reportOnProof(text, receipts, trust))
  return { ok: reports.every(({ ok }) => ok), lines: reports.flatMap(({ lines }) => lines) }
}

/**
 * The same of the proofs in a round's own file: each of its receipts must be in the log. `trust` is
 * null where no key was given: then the file's own keys count, and the report says so.
 */
export function reportOnFile(
  file: unknown,
  receipts: readonly Receipt[],
  trust: LogTrust | null,
): LogReport {
  const part = logPartOf(file)
  if (!part) return { ok: true, lines: [] }
  const goesBy = trust ?? trustIn(part.key, part.witnesses)
  if (!goesBy) return failed('The keys of the log in this file are none.')
  const reports = receipts.map((receipt) => reportOnReceipt(part.proofs, receipt, goesBy))
  const whose = trust
    ? []
    : [`  open  The log was checked by a key that the file names: ${part.key.trim()}`]
  return {
    ok: reports.every(({ ok }) => ok),
    lines: [...reports.flatMap(({ lines }) => lines), ...whose],
  }
}

function reportOnProof(text: string, receipts: readonly Receipt[], trust: LogTrust): LogReport {
  const reports = receipts.map((receipt) => reportOnReceipt([text], receipt, trust))
  return reports.find(({ ok }) => ok) ?? reports[0] ?? failed('This file has no receipt.')
}

const failed = (why: string): LogReport => ({
  ok: false,
  lines: ['  FAIL  receipts in the log', `          ${why}`],
})

function reportOnReceipt(proofs: readonly string[], { facts }: Receipt, trust: LogTrust) {
  const kind = facts.receipt === 'bet' ? 'bet' : 'end'
  const verdict = judgeReceipt({ kind, canonicalJson: canonicalJson(facts) }, proofs, trust)
  if (!verdict.ok) return failed(verdict.why)
  const { index, checkpoint, cosignedBy } = verdict
  return {
    ok: true,
    lines: [
      `  ok    ${kind} receipt in the log: entry ${index} of ${checkpoint.size}`,
      cosignedBy.length > 0
        ? `          cosigned by ${cosignedBy.join(', ')}`
        : '  open  No witness that you named has cosigned this.',
    ],
  }
}
