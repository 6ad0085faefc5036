import { fileTypeFromBuffer } from 'file-type'
import type { Sharp } from 'sharp'
import { createQueue } from '../../platform/limits/queue.ts'

let loading: ReturnType<typeof load> | undefined

/** For the first picture: a native library. Once, so that none is drawn while formats are set. */
function library() {
  loading ??= load().catch((error: unknown) => {
    // Loading may fail, such as with too many open files: the next picture tries again.
    loading = undefined
    throw error
  })
  return loading
}

async function load() {
  const { default: sharp } = await import('sharp')
  // Even if a file passes the check of the file's type below, sharp opens only these formats.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp'].map((type) => `VipsForeignLoad${type}Buffer`),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

type Library = Awaited<ReturnType<typeof load>>

const taken = new Set(['image/png', 'image/jpeg', 'image/webp'])
const side = 256
/** The side of a picture to be looked at: a screenshot stays readable. */
const longSide = 1_600
/** What the database takes of one. */
const mostBytes = 524_288
/** A small file can hold an endless picture. */
const mostPixels = 32_000_000
const mostSeconds = 5

const queue = createQueue({ atOnce: 1, waiting: 16 })

/**
 * A picture from outside as a square WebP of our own, cut at the middle and without metadata, such
 * as where it was taken. Null for anything but a PNG, JPEG or WebP that can be read. Throws
 * `TooBusy` when too many wait.
 */
export const squarePicture = (bytes: Uint8Array): Promise<Buffer | null> =>
  drawnAnew(bytes, (picture) =>
    picture.resize(side, side, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
  )

/** The same of a whole picture: its longer side has 1,600 pixels at most, the file 512 KiB. */
export const wholePicture = (bytes: Uint8Array): Promise<Buffer | null> =>
  drawnAnew(bytes, async (picture, sharp) => {
    // Decoded once, for all that are tried.
    const { data, info } = await picture
      .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    for (const quality of [80, 50, 20]) {
      const written = await sharp(data, { raw: { width, height, channels } })
        .timeout({ seconds: mostSeconds })
        .webp({ quality })
        .toBuffer()
      if (written.length <= mostBytes) return written
    }
    return null
  })

async function drawnAnew(
  bytes: Uint8Array,
  draw: (picture: Sharp, sharp: Library) => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !taken.has(type.mime)) return null
  const sharp = await library()
  return queue(() =>
    draw(
      sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true })
        .autoOrient()
        .timeout({ seconds: mostSeconds }),
      sharp,
    ).catch(() => null),
  )
}
