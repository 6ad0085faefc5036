import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Framing, largestZoom, middleOf, moved, type Size, sideOf, within } from './framing.ts'

const tall: Size = { width: 300, height: 500 }

test('begins with the largest square in the middle', () => {
  expect(middleOf(tall)).toEqual({ x: 150, y: 250, zoom: 1 })
  expect(sideOf(tall, 1)).toBe(300)
})

test('moves by parts of what is in sight, up to the edge', () => {
  expect(moved(tall, middleOf(tall), 0, 0.1)).toEqual({ x: 150, y: 280, zoom: 1 })
  expect(moved(tall, middleOf(tall), 0, 5)).toEqual({ x: 150, y: 350, zoom: 1 })
  expect(moved(tall, { ...middleOf(tall), zoom: 2 }, -0.1, 0)).toEqual({ x: 135, y: 250, zoom: 2 })
})

test('making it smaller pulls the square back into the picture', () => {
  const corner = within(tall, { x: 300, y: 500, zoom: 4 })
  expect(corner).toEqual({ x: 262.5, y: 462.5, zoom: 4 })
  expect(within(tall, { ...corner, zoom: 1 })).toEqual({ x: 150, y: 350, zoom: 1 })
})

test('the square always lies in the picture', () => {
  const length = fc.integer({ min: 1, max: 20_000 })
  const anywhere = fc.double({ min: -1e5, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(
      fc.record({ width: length, height: length }),
      fc.record({ x: anywhere, y: anywhere, zoom: anywhere }),
      (size: Size, asked: Framing) => {
        const { x, y, zoom } = within(size, asked)
        const half = sideOf(size, zoom) / 2
        expect(zoom).toBeGreaterThanOrEqual(1)
        expect(zoom).toBeLessThanOrEqual(largestZoom)
        expect(x - half).toBeGreaterThanOrEqual(-1e-6)
        expect(y - half).toBeGreaterThanOrEqual(-1e-6)
        expect(x + half).toBeLessThanOrEqual(size.width + 1e-6)
        expect(y + half).toBeLessThanOrEqual(size.height + 1e-6)
      },
    ),
    { seed: 1 },
  )
})
