/** A picture, in its own px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The square that is cut out of a picture: its middle, and how many times it is enlarged. */
export interface Framing {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export const largestZoom = 4

/** The largest square in the middle. */
export const middleOf = ({ width, height }: Size): Framing => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
})

/** The side of the square, in px of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number =>
  Math.min(width, height) / zoom

/** The same framing, no larger than allowed and never beyond the picture's edges. */
export function within(size: Size, { x, y, zoom }: Framing): Framing {
  const kept = between(1, zoom, largestZoom)
  const half = sideOf(size, kept) / 2
  return {
    x: between(half, x, size.width - half),
    y: between(half, y, size.height - half),
    zoom: kept,
  }
}

/** The framing moved by parts of the square's own side: 1 is a whole side to the right or down. */
export function moved(size: Size, framing: Framing, right: number, down: number): Framing {
  const side = sideOf(size, framing.zoom)
  return within(size, { ...framing, x: framing.x + right * side, y: framing.y + down * side })
}

const between = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most)
