import { expect, test } from 'vitest'
import { qrPicture, quietZone } from './qr-picture.ts'

/**
 * That it can be read is a journey's business (`e2e/journeys/transfers.e2e.ts`), which reads it off
 * the screen.
 */
const picture = qrPicture('https://pipkin.example/signup?code=PIP7K2MX')
const dots = [...picture.dots.matchAll(/M([\d.]+) ([\d.]+)a/g)].map(([, x, y]) => [
  Math.floor(Number(x)),
  Math.floor(Number(y)),
])

test('a code has three corner marks and a quiet zone of two modules at least', () => {
  const far = picture.size - 7
  expect(picture.corners).toEqual([
    { x: 0, y: 0 },
    { x: far, y: 0 },
    { x: 0, y: far },
  ])
  expect(quietZone).toBeGreaterThanOrEqual(2)
})

test('dots stand inside the code and outside its corner marks', () => {
  expect(dots.length).toBeGreaterThan(picture.size * 4)
  for (const [x = -1, y = -1] of dots) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(Math.max(x, y)).toBeLessThan(picture.size)
    const inCorner = picture.corners.some(
      (from) => marked.includes(x - from.x) && marked.includes(y - from.y),
    )
    expect(inCorner, `${x} ${y}`).toBe(false)
  }
})

/** How far a corner mark reaches from where it begins. */
const marked = [0, 1, 2, 3, 4, 5, 6]
