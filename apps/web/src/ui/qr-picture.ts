import { encode } from 'uqr'

/**
 * Light modules around a code. Readers want four; the light tile around the picture gives the other
 * two.
 */
export const quietZone = 2
/** A corner mark is 7 × 7 modules. */
const corner = 7

export interface QrPicture {
  /** Modules on a side, without the quiet zone. */
  readonly size: number
  /** The dark modules outside the corner marks, each a dot: an SVG path. */
  readonly dots: string
  /** Where the three corner marks begin. */
  readonly corners: readonly { readonly x: number; readonly y: number }[]
}

/** A text as a QR code to draw, in modules. */
export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const far = size - corner
  const corners = [
    { x: 0, y: 0 },
    { x: far, y: 0 },
    { x: 0, y: far },
  ]
  const inCorner = (x: number, y: number) =>
    corners.some((from) => x >= from.x && x < from.x + corner && y >= from.y && y < from.y + corner)
  const dots = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark && !inCorner(x, y) ? [dotAt(x, y)] : [])),
  )
  return { size, dots: dots.join(''), corners }
}

/** A circle of radius 0.46 in the middle of a module. */
const dotAt = (x: number, y: number): string =>
  `M${x + 0.04} ${y + 0.5}a.46.46 0 1 0 .92 0a.46.46 0 1 0-.92 0`
