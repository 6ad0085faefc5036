import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { compileAhead } from './build/compile-ahead.ts'
import { compress } from './build/compress.ts'
import { prerender } from './build/prerender.ts'
import { serviceWorker } from './build/service-worker.ts'
import { withoutDebugging } from './build/without-debugging.ts'
import { withoutStacks } from './build/without-stacks.ts'
import { refuseLocal } from './refuse-local.ts'

/**
 * `PIPKIN_LOCAL=1` builds the local default, which may offer the demo wallet. A production build
 * leaves that out.
 */
const local = process.env.PIPKIN_LOCAL === '1'
const define = { __LOCAL__: JSON.stringify(local) }

/**
 * Vite's helper asks for what an import needs and for its styles. There are no such lists here (see
 * `resolveDependencies`) and one style, so only the import is left of it.
 */
const importsAlone = (): Plugin => ({
  name: 'imports-alone',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
})

/**
 * SHA-512, which signatures need, is in one module with SHA-256, which every game needs: 3 kB. The
 * games' own import is a module of its own, of which the bundle keeps SHA-256 alone.
 */
const sha256Alone = (): Plugin => ({
  name: 'sha256-alone',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source !== '@noble/hashes/sha2.js' || !importer?.includes('fairness')) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found && { ...found, id: `${found.id}?sha256`, moduleSideEffects: false }
  },
})

/** `verify.html` beside the app, in the same folder and by the same command. */
const verifier = (): Plugin => {
  let where: { outDir: string; write: boolean } | undefined
  return {
    name: 'verifier',
    apply: 'build',
    configResolved({ build: { outDir, write } }) {
      where = { outDir, write }
    },
    async closeBundle() {
      const configFile = `${import.meta.dirname}/vite.verifier.config.ts`
      await build({ configFile, logLevel: 'warn', build: { ...where } })
    },
  }
}

/**
 * Each script is a request of its own, and on a slow network a request costs more than a kilobyte
 * that isn't needed yet. So there are few: the first load, and then what several screens share, cut
 * where sets of screens part.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const] },
  // What every screen but a visitor's Home takes to read and to raise toasts.
  {
    name: 'reading',
    test: /@tanstack|web[\\/]src[\\/](api|browser|shell|ui)|packages[\\/](contract|money)|lucide-react/,
    minShareCount: 12,
  },
  // What games share with other screens: their icons are listed, the others are of `screens`.
  {
    name: 'parts',
    test: /icons[\\/](arrow-(down|left|up)|bomb|check|circle-(question-mark|slash)|equal|hand-coins|info|lock|log-out|minus|plus)\.|src[\\/]ui[\\/](chips|close-on-back|field|figures|key-value|no-answer|pill|sheet|top-bar|use-media)|shell[\\/]use-leave|forms[\\/](funding-move|limit-words|lazy-funding-button|restrict-input|use-still-here|worth)|screen-bar|contract[\\/]src[\\/]inputs|money[\\/]src[\\/]input/,
    minShareCount: 2,
  },
  // What the screens beside the games share.
  {
    name: 'screens',
    test: /lucide-react(?!.*(fingerprint|[\\/]eye))|src[\\/]ui[\\/](?!tabs|code-field|password-field|checkbox|qr-)|failure-message|use-still-here|paged-query/,
    minShareCount: 2,
  },
  { name: 'forms', test: /react-hook-form|use-validated-form/ },
  {
    name: 'payments',
    test: /(api[\\/]request-once|screens[\\/]wallet[\\/](deposit-balance|cost-summary|payment-form)|validate[\\/]amounts)/,
    minShareCount: 2,
  },
  // Every page loads most of it a moment later, with the events and the versions.
  {
    name: 'around',
    test: /browser[\\/]locks|contract[\\/]src[\\/](refusals|fairness)|round-changes|percent-text/,
    minShareCount: 2,
  },
  // Games and deposits share it; refusals by limits are small, and in more screens.
  { name: 'refused', test: /contract[\\/]src[\\/]limit-refusals/, minShareCount: 2 },
  {
    name: 'limited',
    test: /contract[\\/]src[\\/]limit|api[\\/]limits/,
    minShareCount: 2,
  },
  { name: 'hashes', test: /fairness[\\/]bytes/ },
  // Parts of every game, apart for the screens that show all games.
  {
    name: 'rules',
    test: /games[\\/]src[\\/](?!returns|verify)|odds-text|money-pill|growing-tint|fruit-art|client-seed|play[\\/](receipts|storage)/,
    minShareCount: 2,
  },
  // What all games share.
  {
    name: 'play',
    test: /src[\\/](play|games)[\\/](?!table[\\/](real|demo)-game)/,
    minShareCount: 2,
  },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    importsAlone(),
    withoutDebugging(),
    withoutStacks(),
    sha256Alone(),
    prerender(define),
    serviceWorker(),
    ...(local ? [] : [refuseLocal()]),
    compileAhead(chunks.map(({ name }) => name)),
    compress(),
    verifier(),
  ],
  define,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // What single screens have of their own is 1.5 kB: too little for files of their own.
    cssCodeSplit: false,
    target: 'es2022',
    modulePreload: {
      // Browsers that don't preload modules load them a moment later.
      polyfill: false,
      // Each page asks for its screen's scripts itself, and the worker has those of the others:
      // lists of them here are dead weight.
      resolveDependencies: () => [],
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The first load names 56 scripts, and hashes don't compress: as short as can be.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev': `http://localhost:${process.env.PORT ?? 3000}`,
    },
  },
})
