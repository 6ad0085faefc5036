import type { TicTacToeRules } from '@pipkin/games/tic-tac-toe'
import { hardShare, kindShare } from '../bet/odds-text.ts'

const blocks = 'played by a computer that only blocks'

/** Who plays O, and how often: short for the bet, in full beside the board. */
export function opponentInWords({ winPercentage }: TicTacToeRules): {
  readonly short: string
  readonly full: string
} {
  const [kind, hard] = [kindShare(winPercentage), hardShare(winPercentage)]
  if (!kind) {
    const always = 'Every round is played by the perfect computer'
    return { short: `${always}.`, full: `${always}: you can tie it, never beat it.` }
  }
  const only = `${kind.rounds} ${kind.isAre} ${blocks}`
  if (!hard) return { short: `${only}.`, full: `${only}.` }
  return {
    short: `${only}, ${hard.short} by the perfect computer.`,
    full: `${only}. The other ${hard.part} ${hard.isAre} played by the perfect computer: you can tie it, never beat it.`,
  }
}
