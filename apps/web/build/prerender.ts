import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { calls } from '@pipkin/contract'
import { build, type Plugin, type Rolldown } from 'vite'
import { stylesFor } from './styles-for.ts'

/**
 * The screens whose pages come with their markup: those that a visitor meets first, and those of a
 * player whose first state, before any answer has come, says nothing of who they are.
 */
const renderedPaths = [
  ...['/', '/start', '/login', '/signup', '/account/terms-conditions', '/fairness'],
  ...['/games', '/activities', '/account/wallet', '/notifications'],
  ...['mines', 'guess-number', 'slot-machine', 'tic-tac-toe'].flatMap((game) => [
    `/games/${game}`,
    `/demo-games/${game}`,
  ]),
]

/**
 * What these screens say of the games waits for this answer: it is asked for beside the scripts.
 */
const answersFor = (path: string): string[] =>
  /^\/((demo-)?games|fairness$)/.test(path) ? [`/api/${calls.gameList.path}`] : []

const web = join(import.meta.dirname, '..')

/**
 * Every address of the map of screens, with the file that is loaded for it; home's is in the first
 * load.
 */
function readMap(): { path: string; screen: string | undefined }[] {
  const map = readFileSync(join(web, 'src/routes.tsx'), 'utf8')
  return [...map.matchAll(/path: '([^':*]+)',([^{}]*)\}/g)].map(([, path = '', rest = '']) => ({
    path,
    screen: /import\('\.\/([^']+)'\)/.exec(rest)?.[1],
  }))
}

/** `/start` is served from `start.html`, `/` from `index.html`. */
const fileOf = (path: string): string => `${path === '/' ? 'index' : path.slice(1)}.html`

/**
 * Writes a page for each screen, which asks at once for all the scripts of that screen; and
 * `shell.html` for addresses that nobody can list. Those that are rendered have their markup and
 * its styles in the page itself, so that they are painted before anything else has come. The whole
 * stylesheet comes at the page's end: what stands before it is painted without it, and no script
 * runs before it.
 */
export const prerender = (define: Record<string, string>): Plugin => ({
  name: 'prerender',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = takePage(bundle)
    const css = textOf(bundle, page.stylesheet)
    // The page tells the fonts itself; told twice, they would be fetched and put in twice.
    assetIn(bundle, page.stylesheet).source = css.replace(/@font-face\s*\{[^}]*\}/g, '')
    const font = Object.keys(bundle).find((name) => /-latin-opsz-.*\.woff2$/.test(name))
    if (font === undefined) throw new Error('the page asks for a font that is not there')
    const write = (fileName: string, { markup, guarded }: Rendered, { chunks, answers }: Needs) => {
      const root = `<div id="root"${guarded ? ' class="for-players"' : ''}>${markup}</div>`
      const styles = stylesFor(css, `${root}${page.template}`)
      const scripts = chunks.map((chunk) => chunk.fileName)
      const rendered = markup !== ''
      const source = page.with({ root, rendered, styles, scripts, answers, font })
      this.emitFile({ type: 'asset', fileName, source })
    }
    const screens = await renderScreens(define)
    for (const { path, screen } of readMap())
      write(fileOf(path), screens.get(path) ?? bare, {
        chunks: screen === undefined ? [] : chunksOf(bundle, screen),
        answers: answersFor(path),
      })
    write('shell.html', bare, { chunks: [], answers: [] })
  },
})

interface Rendered {
  readonly markup: string
  /** Only a player may see it. */
  readonly guarded: boolean
}

/** What is asked for beside the first load. */
interface Needs {
  readonly chunks: readonly Rolldown.OutputChunk[]
  readonly answers: readonly string[]
}

const bare: Rendered = { markup: '', guarded: false }

interface Parts {
  readonly root: string
  /** Whether there is anything in it. */
  readonly rendered: boolean
  readonly styles: string
  /** What is loaded beside the first script. */
  readonly scripts: readonly string[]
  readonly answers: readonly string[]
  readonly font: string
}

/** Takes Vite's own page out of the bundle. */
function takePage(bundle: Rolldown.OutputBundle) {
  const template = textOf(bundle, 'index.html')
  delete bundle['index.html']
  const [link, stylesheet] = /<link rel="stylesheet"[^>]*href="\/([^"]+)">\s*/.exec(template) ?? []
  if (link === undefined || stylesheet === undefined) throw new Error('the page has no stylesheet')
  return {
    template,
    stylesheet,
    with({ root, rendered, styles, scripts, answers, font }: Parts): string {
      // React writes these before the markup and where they stand in the tree; a page has them in
      // its head.
      const [title = '<title>Pipkin</title>'] = /<title>.*?<\/title>/.exec(root) ?? []
      const preloads = root.match(/<link rel="preload"[^>]*>/g) ?? []
      const body = [title, ...preloads].reduce((rest, part) => rest.replace(part, ''), root)
      // What is on screen already comes before the scripts.
      const late = rendered ? ' fetchpriority="low"' : ''
      const head = [
        `<style>${styles}</style>`,
        `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>`,
        ...preloads,
        ...answers.map((answer) => `<link rel="preload" as="fetch" href="${answer}" crossorigin>`),
        ...scripts.map((script) => `<link rel="modulepreload"${late} href="/${script}">`),
      ].join('')
      // Functions, since what is put in may hold `$&`.
      return template
        .replace(link, '')
        .replace(/<title>.*?<\/title>/, () => title)
        .replace('<script type="module"', (start) => `${start}${late}`)
        .replace('</head>', () => `${head}</head>`)
        .replace(
          '<div id="root"></div>',
          () => `${body}<link rel="stylesheet" crossorigin href="/${stylesheet}">`,
        )
    },
  }
}

function assetIn(bundle: Rolldown.OutputBundle, fileName: string): Rolldown.OutputAsset {
  const file = bundle[fileName]
  if (file?.type !== 'asset') throw new Error(`the build has no ${fileName}`)
  return file
}

function textOf(bundle: Rolldown.OutputBundle, fileName: string): string {
  const { source } = assetIn(bundle, fileName)
  return typeof source === 'string' ? source : new TextDecoder().decode(source)
}

/** What a screen needs beside the first load. */
function chunksOf(bundle: Rolldown.OutputBundle, screen: string): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (names: readonly string[]): string[] => [
    ...new Set(
      names.flatMap((name) => [
        name,
        ...withImports(chunks.find((one) => one.fileName === name)?.imports ?? []),
      ]),
    ),
  ]
  const first = new Set(
    withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)),
  )
  const own = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${screen}`))
  const needed = new Set(withImports(own.map(({ fileName }) => fileName)))
  return chunks.filter(({ fileName }) => needed.has(fileName) && !first.has(fileName))
}

/**
 * Builds the app once more for this process, in a folder of its own, and renders each of the
 * screens.
 */
async function renderScreens(define: Record<string, string>): Promise<Map<string, Rendered>> {
  const cache = join(web, '../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'prerender-'))
  try {
    await build({
      configFile: false,
      root: web,
      publicDir: false,
      logLevel: 'warn',
      define,
      build: { ssr: 'src/prerender.tsx', outDir: folder, assetsInlineLimit: 0, emptyOutDir: true },
    })
    const { render } = await import(pathToFileURL(join(folder, 'prerender.js')).href)
    const screens = new Map<string, Rendered>()
    for (const path of renderedPaths) screens.set(path, await render(path))
    return screens
  } finally {
    await rm(folder, { recursive: true })
  }
}
