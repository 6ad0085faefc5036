import { gameOf, type Proof, type Round } from '@pipkin/games'
import { moneyText, signedMoneyText } from '@pipkin/money'
import { dayTimeText } from '../../browser/dates.ts'
import { moneyOf } from './money-of.ts'
import { replayInWords } from './round-in-words.ts'

/** The size of the picture that other sites show for a link. */
const [width, height] = [1_200, 630]
const left = 80

/** A PNG of a round: what it was, what was staked and what came back. It names no player. */
export function drawRound(proof: Proof, round: Round, holds: boolean): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  const { stake, returned, net } = moneyOf(proof)
  const family = getComputedStyle(document.body).fontFamily
  const write = (text: string, y: number, size: number, weight: number, colour: string) => {
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = colour
    context.fillText(text, left, y, width - 2 * left)
  }
  context.fillStyle = '#0E4C4F'
  context.fillRect(0, 0, width, height)
  write('Pipkin', 110, 40, 720, '#FFC53D')
  write(gameOf(proof).offer.title, 210, 84, 800, '#F6EEDF')
  write(replayInWords(round), 275, 36, 450, '#F6EEDF')
  write(`Stake ${moneyText(stake)} fkr`, 380, 48, 650, '#F6EEDF')
  write(`Return ${moneyText(returned)} fkr`, 445, 48, 650, '#F6EEDF')
  write(`Net ${signedMoneyText(net)} fkr`, 510, 48, 650, '#F6EEDF')
  const verdict = holds ? 'Recomputed: it checks out' : 'Recomputed: it does not check out'
  write(`${verdict}. ${dayTimeText(new Date(proof.settledAt))}`, 575, 28, 450, '#F6EEDF')
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
