/**
 * Copies the pictures that the web uses out of the icon set, as files. Run it after adding a name
 * or a game: `node apps/web/art.ts`.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { games } from '@pipkin/games'

const pictures = [
  '1st-place-medal',
  '2nd-place-medal',
  '3rd-place-medal',
  'bomb',
  'cherries',
  'cherry-blossom',
  'grapes',
  'input-numbers',
  'lemon',
  'potted-plant',
  'sunflower',
  'trophy',
  'tulip',
  'watermelon',
  'wrapped-gift',
]

const set: { icons: Record<string, { body: string } | undefined> } = createRequire(import.meta.url)(
  '@iconify-json/fluent-emoji-flat/icons.json',
)

for (const name of pictures) {
  const picture = set.icons[name]
  if (!picture) throw new Error(`The icon set has no picture "${name}"`)
  writeFileSync(
    new URL(`src/art/${name}.svg`, import.meta.url),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">${picture.body}</svg>\n`,
  )
}

const imports = pictures
  .map((name, index) => `import picture${index} from './${name}.svg'\n`)
  .join('')
const entries = pictures.map((name, index) => `  '${name}': picture${index},\n`).join('')
writeFileSync(
  new URL('src/art/index.ts', import.meta.url),
  `/** Written by \`art.ts\`. */\n${imports}\nexport const pictures = {\n${entries}} as const\n`,
)

/** The games' pictures, some of them drawn for the brand, under the addresses that lists name. */
for (const { name } of games) {
  const { screens }: { screens: { art: string } } = await import(`./src/games/${name}/index.ts`)
  const folder = pictures.includes(screens.art) ? 'art' : 'brand'
  copyFileSync(
    new URL(`src/${folder}/${screens.art}.svg`, import.meta.url),
    new URL(`public/art/${name}.svg`, import.meta.url),
  )
}
