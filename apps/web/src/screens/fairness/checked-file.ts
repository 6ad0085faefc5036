import type { FileVerdict } from '@pipkin/games/verify'
import { type Check, checksOf } from '../proof/checks.ts'
import { historyChecksOf } from '../proof/history-checks.ts'
import { logChecksOf } from '../proof/log-checks.ts'
import {
  historyVerdict,
  noVerdict,
  proofTitle,
  roundVerdict,
  type VerdictInWords,
} from '../proof/verdict-in-words.ts'

/** What a check found, as plain data: it comes out of a worker. */
export interface CheckedFile extends VerdictInWords {
  readonly checks: readonly Check[]
  /** Rounds of a history that don't check out, each with what fails. */
  readonly wrong: readonly { readonly title: string; readonly checks: readonly Check[] }[]
}

/** Puts what a check found into words, without the code that found it. */
export function checkedFile(found: FileVerdict): CheckedFile {
  if (found.holds === 'neither') return { ...noVerdict(found), checks: [], wrong: [] }
  if (found.holds === 'a proof') {
    const inLog = logChecksOf(found.proof)
    return {
      ...roundVerdict(found.verdict, inLog),
      checks: [...checksOf(found.proof, found.verdict), ...inLog],
      wrong: [],
    }
  }
  const { proofs, verdict: history } = found
  return {
    ...historyVerdict(history),
    checks: historyChecksOf(history),
    wrong: history.rounds.flatMap((round, place) =>
      round.ok
        ? []
        : [
            {
              title: proofTitle(proofs[place], place),
              checks: checksOf(proofs[place], round).filter(({ state }) => state === 'fails'),
            },
          ],
    ),
  }
}
