import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { drawFramed } from './cut-out.ts'
import { type Framing, moved, within } from './framing.ts'

export interface CropSquareProps {
  picture: ImageBitmap
  framing: Framing
  onChange: (framing: Framing) => void
}

/** How far an arrow key moves the picture, in parts of the square. */
const step = 0.05
const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

/**
 * The part of the picture that is kept, under a round window: a finger or the mouse drags it, two
 * fingers enlarge it.
 */
export function CropSquare({ picture, framing, onChange }: CropSquareProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const touching = useRef(new Map<number, { x: number; y: number }>())
  useEffect(() => {
    if (canvas.current) drawFramed(canvas.current, picture, framing)
  }, [picture, framing])

  function touch(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    touching.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function drag(event: PointerEvent<HTMLElement>) {
    const before = touching.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const [other] = [...touching.current]
      .filter(([id]) => id !== event.pointerId)
      .map(([, at]) => at)
    touching.current.set(event.pointerId, now)
    if (other) {
      const wider = distance(now, other) / Math.max(1, distance(before, other))
      return onChange(within(picture, { ...framing, zoom: framing.zoom * wider }))
    }
    const { width } = event.currentTarget.getBoundingClientRect()
    onChange(moved(picture, framing, (before.x - now.x) / width, (before.y - now.y) / width))
  }

  const letGo = (event: PointerEvent) => touching.current.delete(event.pointerId)

  function press(event: KeyboardEvent) {
    const way = arrows[event.key]
    if (!way) return
    event.preventDefault()
    onChange(moved(picture, framing, ...way))
  }

  return (
    <div
      role="application"
      aria-label="Your photo: drag it, or move it with the arrow keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the picture.
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={touch}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      className="relative mx-auto mt-4 w-full max-w-75 cursor-grab touch-none overflow-hidden rounded-lg bg-sunken active:cursor-grabbing"
    >
      <canvas ref={canvas} width={600} height={600} className="block aspect-square w-full" />
      <span className="pointer-events-none absolute inset-2 rounded-full shadow-[0_0_0_400px_var(--scrim),inset_0_0_0_2px_#fffdf8]" />
    </div>
  )
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)
