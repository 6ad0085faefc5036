import { parseRules, type Rules } from '@pipkin/games'
import { timesText } from '../bet/odds-text.ts'
import { slotChances } from '../slot-machine/slot-chances.ts'

/** What a game comes down to, from its rules; null where they are of no game that is known here. */
export function inOneLine(value: unknown): string | null {
  const rules = parseRules(value)
  return rules && lineOf(rules)
}

function lineOf(rules: Rules): string {
  switch (rules.game) {
    case 'guess-number':
      return 'Even, odd, a range or one number'
    case 'mines':
      return `${rules.cells - rules.mines} of ${rules.cells} tiles are safe`
    case 'slot-machine': {
      const { pair, triple } = slotChances(rules)
      return `Two equal ${pair}, three ${triple}`
    }
    case 'tic-tac-toe':
      return `Win ${timesText(rules.winPays)}, tie ${timesText(rules.tiePays)}`
  }
}
