import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listGames } from '@pipkin/contract'
import { type Alias, build, type Plugin, type Rolldown } from 'vite'
import type { Path } from '../src/paths.ts'
import { keepForms } from './keep-forms.ts'
import { stylesFor } from './styles-for.ts'
import { isRendered, listsGames } from './whole-pages.ts'
import { withoutDebugging } from './without-debugging.ts'

const web = join(import.meta.dirname, '..')

/** `/start` is served from `start.html`, `/` from `index.html`. */
const fileOf = (path: string): string => `${path === '/' ? 'index' : path.slice(1)}.html`

/**
 * Writes a page for each screen, which asks at once for all scripts of that screen, and
 * `shell.html` for the addresses with a parameter. A rendered page holds its markup and the styles
 * of that markup, so the browser paints it before another file arrives. The whole stylesheet comes
 * at the page's end: it holds up no paint, and scripts run after it.
 */
export function prerender(define: Record<string, string>): Plugin {
  let alias: readonly Alias[] = []
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      alias = config.resolve.alias
    },
    async generateBundle(_, bundle) {
      const page = takePage(bundle)
      const css = textOf(bundle, page.stylesheet)
      // The page itself declares the fonts; a second declaration would fetch and swap them again.
      assetIn(bundle, page.stylesheet).source = css.replace(/@font-face\s*\{[^}]*\}/g, '')
      const font = Object.keys(bundle).find((name) => /-latin-opsz-.*\.woff2$/.test(name))
      if (font === undefined) throw new Error('the page asks for a font that is not there')
      const write = (fileName: string, { markup, guarded }: Body, needs: Needs) => {
        const root = `<div id="root"${guarded ? ' class="for-players"' : ''}>${markup}</div>`
        const styles = stylesFor(css, `${root}${page.template}`)
        const source = page.with({ root, rendered: markup !== '', styles, font, ...needs })
        this.emitFile({ type: 'asset', fileName, source })
      }
      for (const screen of await readScreens(define, alias))
        write(fileOf(screen.path), screen.body, {
          scripts: scriptsOf(bundle, screen.modules),
          scriptsForPlayers: scriptsOf(bundle, screen.modulesForPlayers),
          answers: listsGames(screen.path) ? [`/api/${listGames.path}`] : [],
        })
      write('shell.html', bare, { scripts: [], scriptsForPlayers: [], answers: [] })
    },
  }
}

/** What a page requests early, in addition to the first load. */
interface Needs {
  readonly scripts: readonly string[]
  readonly scriptsForPlayers: readonly string[]
  readonly answers: readonly string[]
}

interface Body {
  readonly markup: string
  /** Only a player may see it. */
  readonly guarded: boolean
}

/** A page without markup. */
const bare: Body = { markup: '', guarded: false }

/** What the build for this process exports. */
interface ServerBuild {
  readonly routes: readonly (Path & {
    load(): Promise<readonly object[]>
    loadForPlayers?(): Promise<readonly object[]>
  })[]
  render(path: string, guarded: boolean): Promise<string>
}

interface Parts extends Needs {
  readonly root: string
  /** Whether `root` has markup. */
  readonly rendered: boolean
  readonly styles: string
  readonly font: string
}

/** Preloads scripts if the script in the page's head has found a player. */
const forPlayers = (scripts: readonly string[]): string =>
  scripts.length === 0
    ? ''
    : `<script>'player' in dataset&&${JSON.stringify(scripts)}.map(name=>document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'/'+name})))</script>`

/** Takes Vite's own page out of the bundle. */
function takePage(bundle: Rolldown.OutputBundle) {
  // Without its indentation.
  const template = textOf(bundle, 'index.html').replace(/\n\s+/g, '\n')
  delete bundle['index.html']
  const [link, stylesheet] = /<link rel="stylesheet"[^>]*href="\/([^"]+)">\s*/.exec(template) ?? []
  if (link === undefined || stylesheet === undefined) throw new Error('the page has no stylesheet')
  return {
    template,
    stylesheet,
    with({ root, rendered, styles, font, scripts, scriptsForPlayers, answers }: Parts): string {
      // React writes the title and preloads into the markup; move them to the page's head.
      const [title = '<title>Pipkin</title>'] = /<title>.*?<\/title>/.exec(root) ?? []
      const preloads = root.match(/<link rel="preload"[^>]*>/g) ?? []
      const body = [title, ...preloads].reduce((rest, part) => rest.replace(part, ''), root)
      // If the page has markup, fetch what that needs before the scripts.
      const late = rendered ? ' fetchpriority="low"' : ''
      const head = [
        `<style>${styles}</style>`,
        `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>`,
        ...preloads,
        ...answers.map((answer) => `<link rel="preload" as="fetch" href="${answer}" crossorigin>`),
        ...scripts.map((script) => `<link rel="modulepreload"${late} href="/${script}">`),
        forPlayers(scriptsForPlayers),
        root.includes('<form') ? `<script>${keepForms}</script>` : '',
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

/** The files of some modules and of what they import, beside the first load. */
function scriptsOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
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
  const own = modules.map((id) => {
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
      chunks.find(({ moduleIds }) => moduleIds.includes(id))
    if (!chunk) throw new Error(`the build has no ${id}`)
    return chunk.fileName
  })
  const needed = new Set(withImports(own))
  return [...needed].filter((name) => !first.has(name))
}

/** A screen with an address of its own. */
interface BuiltScreen {
  readonly path: string
  readonly body: Body
  /** The files that are loaded for it. */
  readonly modules: readonly string[]
  readonly modulesForPlayers: readonly string[]
}

/**
 * Builds the app once more for this process, in a folder of its own, and renders the screens whose
 * pages come with their markup.
 */
async function readScreens(
  define: Record<string, string>,
  alias: readonly Alias[],
): Promise<BuiltScreen[]> {
  const cache = join(web, '../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'prerender-'))
  try {
    const { output } = (await build({
      configFile: false,
      root: web,
      publicDir: false,
      // The app's own build warns of the same.
      logLevel: 'error',
      define,
      resolve: { alias },
      // The markup has the icons as the app draws them.
      plugins: [withoutDebugging()],
      ssr: { noExternal: ['lucide-react'] },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        assetsInlineLimit: 0,
        emptyOutDir: true,
        // A file for each module shows which modules a screen loads.
        rolldownOptions: { output: { preserveModules: true } },
      },
    })) as Rolldown.RolldownOutput
    const load = (fileName: string) => import(pathToFileURL(join(folder, fileName)).href)

    // A module's exports identify its file: the loaded module may be another object.
    const files = new Map<unknown, string>()
    for (const chunk of output) {
      if (chunk.type !== 'chunk') continue
      const [id = ''] = chunk.moduleIds.filter((one) =>
        /web[\\/](src[\\/](api|screens|games)|test)[\\/]/.test(one),
      )
      if (id !== '')
        for (const part of Object.values(await load(chunk.fileName)))
          if (!files.has(part)) files.set(part, id)
    }
    const fileOfModule = (module: object): string => {
      const file = Object.values(module).flatMap((part) => files.get(part) ?? [])[0]
      if (file === undefined) throw new Error(`no file exports ${Object.keys(module)}`)
      return file
    }

    const entry = output.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
    const { render, routes }: ServerBuild = await load(entry?.fileName ?? '')
    const screens: BuiltScreen[] = []
    for (const route of routes) {
      const { path } = route
      if (/[:*]/.test(path)) continue
      const modules = (await route.load()).map(fileOfModule)
      const modulesForPlayers = ((await route.loadForPlayers?.()) ?? []).map(fileOfModule)
      const guarded = route.guarded === true
      const body = isRendered(path) ? { markup: await render(path, guarded), guarded } : bare
      screens.push({ path, body, modules, modulesForPlayers })
    }
    return screens
  } finally {
    await rm(folder, { recursive: true })
  }
}
