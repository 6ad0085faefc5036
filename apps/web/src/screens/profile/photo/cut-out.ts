import { type Framing, sideOf } from './framing.ts'

/** Twice what the server keeps, so that its own scaling has something to choose from. */
const savedSide = 512

/** Fills a square canvas with the framed part of a picture. */
export function drawFramed(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  framing: Framing,
): void {
  const side = sideOf(picture, framing.zoom)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The canvas has no context')
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(
    picture,
    framing.x - side / 2,
    framing.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

/** The framed part as a file: pixels alone, without the camera's metadata. */
export function cutOut(picture: ImageBitmap, framing: Framing): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = savedSide
  canvas.height = savedSide
  drawFramed(canvas, picture, framing)
  // A browser that can't write WebP writes PNG, which is taken too.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
}
