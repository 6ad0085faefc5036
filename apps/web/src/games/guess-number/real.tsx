import { RealGame } from '../table/real-game.tsx'
import { GuessFace } from './guess-face.tsx'
import { guessOnScreen } from './on-screen.ts'

export default function GuessNumber() {
  return <RealGame on={guessOnScreen} Face={GuessFace} />
}
