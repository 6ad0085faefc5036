import { canonicalJson, type Receipt } from '@pipkin/games'
import { entryKinds, entryOf, type LogTrust, verifyLogProof } from '@pipkin/log'

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

function reportOnProof(text: string, receipts: readonly Receipt[], trust: LogTrust): LogReport {
  const verdicts = receipts.map(({ facts }) => {
    const kind = facts.receipt === 'bet' ? 'bet' : 'end'
    return {
      kind,
      verdict: verifyLogProof(text, entryOf(entryKinds[kind], canonicalJson(facts)), trust),
    }
  })
  for (const { kind, verdict } of verdicts)
    if (verdict.ok) {
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
  const [first] = verdicts
  const why = first && !first.verdict.ok ? first.verdict.why : 'This file has no receipt.'
  return { ok: false, lines: ['  FAIL  receipts in the log', `          ${why}`] }
}
