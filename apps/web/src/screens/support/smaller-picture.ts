/** What the server keeps at most. */
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
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // A browser that can't write WebP writes PNG, which is taken too.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85))
}
