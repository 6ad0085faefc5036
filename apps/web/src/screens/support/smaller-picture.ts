/** The longest side that the server keeps. */
const longSide = 1_600

/**
 * A chosen picture drawn anew: its longer side has 1,600 pixels at most, and the camera's metadata
 * is gone. Null where the browser can't read it.
 */
export async function smallerPicture(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const webp = await written(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  // A browser that can't write WebP writes PNG, which may be too large: JPEG, on white.
  if (pen) {
    pen.globalCompositeOperation = 'destination-over'
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  return written(canvas, 'image/jpeg')
}

const written = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.85))
