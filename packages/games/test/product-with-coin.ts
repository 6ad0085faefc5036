import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const notCopied = new Set(['node_modules', 'dist', '.data'])

/**
 * A copy of the product with a fifth game, Coin toss: two folders and a line in the one list. It
 * answers the copy's folder.
 */
export async function productWithCoin(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pipkin-fifth-'))
  // On a busy machine, to await each of 2,000 files takes six times as long.
  for (const part of ['package.json', 'tsconfig.base.json', 'packages', 'apps', 'token', 'e2e'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !notCopied.has(basename(path)),
    })
  linkLibraries(copy)

  const rules = join(copy, 'packages/games/src')
  const screens = join(copy, 'apps/web/src/games/coin')
  await cp(join(root, 'packages/games/test/coin'), join(rules, 'coin'), { recursive: true })
  await cp(join(root, 'apps/web/test/games/coin'), screens, { recursive: true })
  // As long as the game isn't in the product, its screens find its rules by path.
  for (const name of await readdir(screens))
    await replaceIn(
      join(screens, name),
      /[./]+packages\/games\/test\/coin\/index\.ts/,
      '@pipkin/games/coin',
    )
  const list = join(rules, 'game-list.ts')
  await replaceIn(list, /\] as const/, ', coin] as const')
  await replaceIn(list, /^/, "import { coin } from './coin/index.ts'\n")
  return copy
}

async function replaceIn(path: string, pattern: RegExp, by: string): Promise<void> {
  await writeFile(path, (await readFile(path, 'utf8')).replace(pattern, by))
}

/** All libraries, but the product's own packages of the copy. */
function linkLibraries(copy: string): void {
  const [libraries, links] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(links)
  for (const name of readdirSync(libraries))
    if (!name.startsWith('.') && name !== '@pipkin')
      symlinkSync(join(libraries, name), join(links, name))
  cpSync(join(libraries, '@pipkin'), join(links, '@pipkin'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}
