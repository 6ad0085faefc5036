import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'

/** What a phone's camera reads from a QR code on the screen; null where it can't read it. */
export async function readQr(code: Locator): Promise<string | null> {
  const picture = (await code.screenshot()).toString('base64')
  // The pixels of the picture, by a page that has no policy of its own.
  const blank = await code.page().context().newPage()
  const { pixels, width, height } = await blank.evaluate(async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
    // As one text: numbers are passed one by one, which takes a second.
    const pixels = Array.from(data, (byte) => String.fromCharCode(byte)).join('')
    return { pixels, width, height }
  }, picture)
  await blank.close()
  return (
    jsqr.default(new Uint8ClampedArray(Buffer.from(pixels, 'latin1')), width, height)?.data ?? null
  )
}
