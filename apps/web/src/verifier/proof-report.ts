import { gameOf, type Proof } from '@pipkin/games'
import { isProof, type Verdict } from '@pipkin/games/verify'
import { hundredths } from '@pipkin/money'
import { dayTimeText } from '../browser/dates.ts'
import { checksOf } from '../screens/proof/checks.ts'
import { logChecksOf } from '../screens/proof/log-checks.ts'
import { roundVerdict } from '../screens/proof/verdict-in-words.ts'
import { checkList } from './check-list.ts'
import { banner, element } from './element.ts'
import { figures } from './figures.ts'

/** What the page shows of one round: the verdict, its figures and every check. */
export function proofReport(proof: unknown, verdict: Verdict): HTMLElement {
  const inLog = logChecksOf(proof)
  return element(
    'section',
    '',
    banner(roundVerdict(verdict, inLog)),
    roundDetails(proof, verdict),
    ...(inLog.length > 0 ? [element('h3', '', 'The log'), checkList(inLog)] : []),
  )
}

/** What was bet, what came out, and every check of it. */
export function roundDetails(proof: unknown, verdict: Verdict): HTMLElement {
  const checks = checkList(checksOf(proof, verdict))
  return isProof(proof) ? element('div', '', figuresOf(proof), checks) : checks
}

function figuresOf({ game, playerId, settledAt, stake, payout }: Proof): HTMLElement {
  const about = {
    Game: gameOf({ game }).offer.title,
    Player: playerId,
    Ended: dayTimeText(new Date(settledAt)),
  }
  return figures(about, hundredths(BigInt(stake)), hundredths(BigInt(payout)))
}
