import { RealGame } from '../table/real-game.tsx'
import { slotOnScreen } from './on-screen.ts'
import { SlotFace } from './slot-face.tsx'

export default function SlotMachine() {
  return <RealGame on={slotOnScreen} Face={SlotFace} />
}
