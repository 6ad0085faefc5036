import { type MinesRules, minesDemoRules, minesRules } from '@pipkin/games'
import { fkr } from '@pipkin/money'
import { anyOf, timesText } from '../bet/odds-text.ts'
import { anyStake, DemoGame, type DemoOffer } from '../table/demo-game.tsx'
import { MinesFace } from './mines-face.tsx'
import { type MinesPlay, minesOnScreen } from './on-screen.ts'

const offer: DemoOffer<MinesRules> = {
  rules: minesDemoRules,
  // The demo's flowers are its own; its mines and hard rounds are the real game's.
  alter: (rules) => ({ ...minesDemoRules, winPercentage: rules.winPercentage }),
  start: fkr(100),
  steps: { minimum: fkr(10), maximum: fkr(100), step: fkr(10) },
  limits: anyStake,
}

export default function DemoMines() {
  return <DemoGame on={minesOnScreen} offer={offer} Face={Face} />
}

function Face({ play }: { play: MinesPlay }) {
  const pays = anyOf(play.terms.rules.multipliers.map(([each]) => timesText(each))).replace(
    ' or ',
    ' and ',
  )
  const most = timesText(Math.max(...minesRules.multipliers.map(([each]) => each)))
  return (
    <MinesFace
      play={play}
      differs={`Its flowers pay ${pays}; the real game's pay up to ${most}.`}
    />
  )
}
