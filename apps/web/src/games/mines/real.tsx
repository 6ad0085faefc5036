import { RealGame } from '../table/real-game.tsx'
import { MinesFace } from './mines-face.tsx'
import { minesOnScreen } from './on-screen.ts'

export default function Mines() {
  return <RealGame on={minesOnScreen} Face={MinesFace} />
}
