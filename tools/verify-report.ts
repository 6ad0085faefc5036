import { type FileVerdict, isProof, type Step, type Verdict } from '@pipkin/games/verify'

export interface Report {
  readonly ok: boolean
  readonly lines: readonly string[]
}

/**
 * The report on a file: each step, what was expected and found where one fails, what was not
 * checked, what `logged` says of its receipts in the log, and last whether all of it holds.
 */
export function reportOf(found: FileVerdict, logged: Report): Report {
  if (found.holds === 'neither') return { ok: false, lines: [`  FAIL  ${found.why}`] }
  const ok = found.verdict.ok && logged.ok
  if (found.holds === 'a proof') {
    const { steps, unchecked } = found.verdict
    const last = ok ? 'This round checks out.' : 'This round does not check out.'
    return {
      ok,
      lines: [...steps.flatMap(stepLines), ...unchecked.map(openLine), ...logged.lines, last],
    }
  }
  const { proofs, verdict } = found
  return {
    ok,
    lines: [
      ...verdict.steps.flatMap(stepLines),
      ...verdict.rounds.flatMap((round, i) => failingRound(round, i, proofs[i])),
      ...verdict.unchecked.map((sentence) =>
        openLine(`${sentence}${countOf(verdict.rounds, sentence)}`),
      ),
      ...logged.lines,
      ok
        ? `This history of ${verdict.rounds.length} settled rounds checks out.`
        : 'This history does not check out.',
    ],
  }
}

const stepLines = ({ name, expected, computed, ok, note }: Step): string[] => [
  ...(ok
    ? [`  ok    ${name}`]
    : [`  FAIL  ${name}`, `          expected: ${expected}`, `          found:    ${computed}`]),
  ...(note === undefined ? [] : [`          ${note}`]),
]

/** The line of what was not checked. */
export const openLine = (sentence: string): string => `  open  ${sentence}`

const countOf = (rounds: readonly Verdict[], sentence: string): string => {
  const count = rounds.filter(({ unchecked }) => unchecked.includes(sentence)).length
  return count === rounds.length ? '' : ` (${count} of ${rounds.length} rounds)`
}

function failingRound({ ok, steps }: Verdict, place: number, proof: unknown): string[] {
  if (ok) return []
  const id = isProof(proof) ? ` (${proof.transactionId})` : ''
  return [
    `  proof ${place + 1}${id}`,
    ...steps
      .filter((step) => !step.ok)
      .flatMap((step) => stepLines(step).map((line) => `  ${line}`)),
  ]
}
