import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the icons of the installed app from the mark. Run it after changing the mark: `node
 * tools/draw-icons.ts`.
 */

const web = fileURLToPath(new URL('../apps/web/', import.meta.url))
// The handle's round end reaches a little beyond the mark's square.
const mark = readFileSync(`${web}src/brand/mark.svg`, 'utf8').replace('0 0 64 64', '-1 -2 68 68')
const glaze = '#0E4C4F'

/**
 * The mark on glaze, as wide as `share` of the icon: one that is cut to a circle keeps the middle
 * 80 %.
 */
async function draw(name: string, size: number, share: number, radius: number): Promise<void> {
  const inner = Math.round(size * share)
  const area = `width="${size}" height="${size}"`
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" ${area}><rect ${area} rx="${radius}" fill="${glaze}"/></svg>`
  const drawn = await sharp(Buffer.from(mark), { density: 72 * (inner / 64) })
    .resize(inner, inner)
    .png()
    .toBuffer()
  await sharp(Buffer.from(ground))
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toFile(`${web}public/icons/${name}.png`)
}

await draw('192', 192, 0.74, 42)
await draw('512', 512, 0.74, 112)
await draw('maskable-512', 512, 0.58, 0)
await draw('touch-180', 180, 0.68, 0)
