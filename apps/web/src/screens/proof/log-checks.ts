import { canonicalJson, type Receipt } from '@pipkin/games'
import { isRoundReceipt } from '@pipkin/games/verify'
import { judgeReceipt, logPartOf, type ProofVerdict, trustIn } from '@pipkin/log'
import type { Check } from './checks.ts'

export const titleOf = ({ facts }: Receipt): string =>
  facts.receipt === 'bet' ? 'Bet in the log' : 'End in the log'

/** A receipt in the form of which its log entry is made. */
export const loggedReceipt = ({ facts }: Receipt) =>
  ({
    kind: facts.receipt === 'bet' ? 'bet' : 'end',
    canonicalJson: canonicalJson(facts),
  }) as const

/** A receipt's place in the log by a valid proof, and who has cosigned it. */
export function placeInWords({
  index,
  checkpoint,
  cosignedBy,
}: ProofVerdict & { ok: true }): string {
  const place = `Entry ${index} of ${checkpoint.size}`
  if (cosignedBy.length === 0) return `${place}. No witness has cosigned it`
  return `${place}, cosigned by ${cosignedBy.join(', ')}`
}

/**
 * What the proofs in a round's file show about the log, by the keys in the file. The reader must
 * compare these keys. Empty without proofs. The file may be anything.
 */
export function logChecksOf(file: unknown): Check[] {
  const part = logPartOf(file)
  if (!part) return []
  const keys: Check = {
    title: 'Keys of the log',
    state: 'waits',
    note: 'They stand in the file. Compare them with those that the log and its witnesses give:',
    value: {
      name: "log's keys",
      text: [part.key, ...part.witnesses].map((key) => key.trim()).join(' '),
      head: 18,
      tail: 8,
    },
    failed: [],
  }
  const trust = trustIn(part.key, part.witnesses)
  if (!trust) return [fails('Keys of the log', 'keys of a log and of witnesses', 'none')]
  const receipts =
    typeof file === 'object' && file !== null && 'receipts' in file && Array.isArray(file.receipts)
      ? file.receipts.filter(isRoundReceipt)
      : []
  return [
    keys,
    ...receipts.map((receipt): Check => {
      const title = titleOf(receipt)
      const verdict = judgeReceipt(loggedReceipt(receipt), part.proofs, trust)
      return verdict.ok
        ? { title, state: 'holds', note: placeInWords(verdict), failed: [] }
        : fails(title, 'the receipt in the log', verdict.why)
    }),
  ]
}

const fails = (title: string, expected: string, computed: string): Check => ({
  title,
  state: 'fails',
  failed: [{ name: title, expected, computed, ok: false }],
})
