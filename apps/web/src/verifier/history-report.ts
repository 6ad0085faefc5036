import type { Proof } from '@pipkin/games'
import { type HistoryVerdict, isProof, type Verdict } from '@pipkin/games/verify'
import { add, hundredths, type Money, moneyText } from '@pipkin/money'
import { gameTitles } from '../screens/proof/round-in-words.ts'
import { checkList } from './check-list.ts'
import { banner, element } from './element.ts'
import { figures } from './figures.ts'
import { historyChecksOf } from './history-checks.ts'
import { roundDetails } from './proof-report.ts'

export function historyReport(proofs: readonly unknown[], verdict: HistoryVerdict): HTMLElement {
  return element(
    'section',
    '',
    verdictOn(verdict),
    totalsOf(proofs.filter(isProof)),
    checkList(historyChecksOf(verdict)),
    ...verdict.rounds.map((round, place) => roundRow(proofs[place], round, place)),
  )
}

function verdictOn({ ok, rounds, steps }: HistoryVerdict): HTMLElement {
  const count = `${rounds.length} settled ${rounds.length === 1 ? 'round' : 'rounds'}`
  if (ok) return banner(true, 'This history checks out', `${count}, all recomputed here just now.`)
  const wrong = steps.flatMap(({ ok: holds, computed }) => (holds ? [] : [computed]))
  return banner(false, 'This history does not check out', `${count}. ${wrong.join('. ')}.`)
}

function totalsOf(proofs: readonly Proof[]): HTMLElement {
  const players = new Set(proofs.map(({ playerId }) => playerId))
  const sum = (counts: readonly number[]): Money => add(...counts.map((count) => hundredths(BigInt(count))))
  return figures(
    { Player: [...players].join(', '), Rounds: String(proofs.length) },
    sum(proofs.map(({ stake }) => stake)),
    sum(proofs.map(({ payout }) => payout)),
  )
}

/** One line for a round. Its checks are written when it is unfolded: there may be thousands. */
function roundRow(proof: unknown, verdict: Verdict, place: number): HTMLElement {
  const mark = element('span', verdict.ok ? 'holds' : 'fails', verdict.ok ? '✓' : '✗')
  const row = element('details', 'card', element('summary', '', mark, ` ${titleOf(proof, place)}`))
  row.addEventListener('toggle', () => row.append(roundDetails(proof, verdict)), { once: true })
  return row
}

function titleOf(proof: unknown, place: number): string {
  if (!isProof(proof)) return `Number ${place + 1} of the file is not a proof`
  const [stake, payout] = [proof.stake, proof.payout].map((count) => moneyText(hundredths(BigInt(count))))
  return `Epoch ${proof.epoch}, round ${proof.nonce}: ${gameTitles[proof.game]}, ${stake} returns ${payout}`
}
