/** An edge where the glaze runs down, drawn in a box of these px and stretched. */
export interface DripShape {
  readonly width: number
  readonly height: number
  readonly path: string
}

type Point = readonly [x: number, y: number]

/** An edge that goes through these points, level at each, from the right to the left. */
export function drip(height: number, start: Point, ...points: readonly Point[]): DripShape {
  let [x, y] = start
  const px = (value: number) => Math.round(value * 100) / 100
  const curves = points.map(([toX, toY]) => {
    const pull = (x - toX) * 0.52
    const curve = `C${px(x - pull)} ${y} ${px(toX + pull)} ${toY} ${toX} ${toY}`
    ;[x, y] = [toX, toY]
    return curve
  })
  return { width: start[0], height, path: `M0 -40 H${start[0]} V${start[1]} ${curves.join(' ')} Z` }
}

/** The drops of a phone's edge, from the right to the left. A wider edge repeats them. */
const drops: readonly Point[] = [
  [378, 27],
  [350, 9],
  [322, 19],
  [294, 9],
  [250, 31],
  [198, 8],
  [168, 19],
  [136, 8],
  [92, 35],
  [50, 9],
  [24, 26],
]
const dropsAt = (offset: number) => drops.map(([x, y]): Point => [x + offset, y])

/** Under the head of a screen, on a phone. */
export const edgeDrip = drip(40, [390, 22], ...drops, [0, 12])

/** Under the head of a screen, on a desktop. */
export const wideDrip = drip(
  40,
  [1280, 14],
  ...dropsAt(1062).slice(5),
  ...dropsAt(708),
  ...dropsAt(354),
  ...drops,
  [0, 12],
)
