import { type GuessRules, guessRules } from '@pipkin/games'
import { fkr } from '@pipkin/money'
import { DemoGame, type DemoOffer } from '../table/demo-game.tsx'
import { GuessFace } from './guess-face.tsx'
import { guessOnScreen } from './on-screen.ts'

const limits = { minimum: fkr(5), maximum: fkr(30), step: fkr(5) }
const offer: DemoOffer<GuessRules> = { rules: guessRules, start: fkr(50), steps: limits, limits }

export default function DemoGuessNumber() {
  return <DemoGame on={guessOnScreen} offer={offer} Face={GuessFace} />
}
