import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { createQueue } from '../../platform/limits/queue.ts'

// Even if a file passes the check of the file's type below, sharp opens only these formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

const taken = new Set(['image/png', 'image/jpeg', 'image/webp'])
const side = 256
/** A small file can hold an endless picture. */
const mostPixels = 32_000_000
const mostSeconds = 5

const queue = createQueue({ atOnce: 1, waiting: 16 })

/**
 * A picture from outside as a square WebP of our own, cut at the middle and without metadata, such
 * as where it was taken. Null for anything but a PNG, JPEG or WebP that can be read. Throws
 * `TooBusy` when too many wait.
 */
export async function squarePicture(bytes: Uint8Array): Promise<Buffer | null> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !taken.has(type.mime)) return null
  return queue(() =>
    sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: mostSeconds })
      .toBuffer()
      .catch(() => null),
  )
}
