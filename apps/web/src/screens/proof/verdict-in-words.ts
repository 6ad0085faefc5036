import { gameOf } from '@pipkin/games'
import { type FileVerdict, type HistoryVerdict, isProof, type Verdict } from '@pipkin/games/verify'
import { hundredths, moneyText } from '@pipkin/money'
import type { Check } from './checks.ts'

/** A verdict as its reader sees it first. */
export interface VerdictInWords {
  readonly ok: boolean
  readonly title: string
  readonly note: string
}

/** `logChecks` are those of the round's receipts in the log. */
export function roundVerdict(
  { ok, steps }: Verdict,
  logChecks: readonly Check[] = [],
): VerdictInWords {
  const notInLog = logChecks.filter(({ state }) => state === 'fails').length
  if (ok && notInLog === 0)
    return { ok, title: 'This round checks out', note: 'Recomputed in your browser just now.' }
  const wrong = steps.filter((step) => !step.ok).length + notInLog
  return {
    ok: false,
    title: 'This round does not check out',
    note: `${wrong} of ${steps.length + logChecks.length} checks ${wrong === 1 ? 'fails' : 'fail'}, named below.`,
  }
}

export function historyVerdict({ ok, steps, rounds }: HistoryVerdict): VerdictInWords {
  const count = `${rounds.length} settled ${rounds.length === 1 ? 'round' : 'rounds'}`
  if (ok)
    return {
      ok,
      title: 'This history checks out',
      note: `${count}, recomputed in your browser just now.`,
    }
  const wrong = steps.filter((step) => !step.ok).length
  return {
    ok,
    title: 'This history does not check out',
    note: `${count}. ${wrong} of ${steps.length} checks ${wrong === 1 ? 'fails' : 'fail'}, named below.`,
  }
}

export const noVerdict = ({ why }: Extract<FileVerdict, { holds: 'neither' }>): VerdictInWords => ({
  ok: false,
  title: 'There is nothing to check',
  note: why,
})

/** The name of a proof in a history; `place` is its index in the file. */
export function proofTitle(proof: unknown, place: number): string {
  if (!isProof(proof)) return `Number ${place + 1} of the file is not a proof`
  const [stake, payout] = [proof.stake, proof.payout].map((count) =>
    moneyText(hundredths(BigInt(count))),
  )
  return `Epoch ${proof.epoch}, round ${proof.nonce}: ${gameOf(proof).offer.title}, ${stake} returns ${payout}`
}
