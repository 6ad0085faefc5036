import type { Proof } from '@pipkin/games'
import { type HistoryVerdict, isProof, type Verdict } from '@pipkin/games/verify'
import { add, hundredths, type Money } from '@pipkin/money'
import { historyChecksOf } from '../screens/proof/history-checks.ts'
import { historyVerdict, proofTitle } from '../screens/proof/verdict-in-words.ts'
import { checkList } from './check-list.ts'
import { banner, element } from './element.ts'
import { figures } from './figures.ts'
import { roundDetails } from './proof-report.ts'

/** What the page shows of a history: the verdict, totals, checks, and a line for each round. */
export function historyReport(proofs: readonly unknown[], verdict: HistoryVerdict): HTMLElement {
  return element(
    'section',
    '',
    banner(historyVerdict(verdict)),
    totalsOf(proofs.filter(isProof)),
    checkList(historyChecksOf(verdict)),
    ...verdict.rounds.map((round, place) => roundRow(proofs[place], round, place)),
  )
}

function totalsOf(proofs: readonly Proof[]): HTMLElement {
  const players = new Set(proofs.map(({ playerId }) => playerId))
  const sum = (counts: readonly number[]): Money =>
    add(...counts.map((count) => hundredths(BigInt(count))))
  return figures(
    { Player: [...players].join(', '), Rounds: String(proofs.length) },
    sum(proofs.map(({ stake }) => stake)),
    sum(proofs.map(({ payout }) => payout)),
  )
}

/** One line for a round. Its checks are written when it is unfolded: there may be thousands. */
function roundRow(proof: unknown, verdict: Verdict, place: number): HTMLElement {
  const mark = element('span', verdict.ok ? 'holds' : 'fails', verdict.ok ? '✓' : '✗')
  const row = element(
    'details',
    'card',
    element('summary', '', mark, ` ${proofTitle(proof, place)}`),
  )
  row.addEventListener('toggle', () => row.append(roundDetails(proof, verdict)), { once: true })
  return row
}
