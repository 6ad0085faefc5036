import { type SlotRules, slotRules } from '@pipkin/games'
import { fkr } from '@pipkin/money'
import { anyStake, DemoGame, type DemoOffer } from '../table/demo-game.tsx'
import { slotOnScreen } from './on-screen.ts'
import { SlotFace } from './slot-face.tsx'

const offer: DemoOffer<SlotRules> = {
  rules: slotRules,
  start: fkr(100),
  steps: { minimum: fkr(10), maximum: fkr(100), step: fkr(10) },
  limits: anyStake,
}

export default function DemoSlotMachine() {
  return <DemoGame on={slotOnScreen} offer={offer} Face={SlotFace} />
}
