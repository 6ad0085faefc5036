import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { compress } from './build/compress.ts'
import { prerender } from './build/prerender.ts'
import { serviceWorker } from './build/service-worker.ts'
import { refuseLocal } from './refuse-local.ts'

/**
 * `PIPKIN_LOCAL=1` builds the local default: it may offer the demo wallet. Nothing of it is in a
 * production build.
 */
const local = process.env.PIPKIN_LOCAL === '1'
const define = { __LOCAL__: JSON.stringify(local) }

/** `verify.html` beside the app, in the same folder and by the same command. */
const verifier = (): Plugin => ({
  name: 'verifier',
  apply: 'build',
  async closeBundle() {
    await build({ configFile: `${import.meta.dirname}/vite.verifier.config.ts`, logLevel: 'warn' })
  },
})

/**
 * Each script is a request of its own, and on a slow network a request costs more than a kilobyte
 * that isn't needed yet. So there are few: the first load, and then what several screens share, cut
 * where sets of screens part.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const] },
  {
    name: 'parts',
    test: /lucide-react|src[\\/]ui[\\/](?!tabs|code-field)|screen-bar/,
    minShareCount: 2,
  },
  // Every page loads most of it a moment later, with the events and the versions.
  {
    name: 'around',
    test: /browser[\\/]locks|contract[\\/]src[\\/]refusals/,
    minShareCount: 2,
  },
  { name: 'hashes', test: /fairness[\\/]bytes/ },
  // Of every game, for the screens that show them all too.
  {
    name: 'rules',
    test: /games[\\/]src[\\/](?!returns|verify)|odds-text|money-pill|growing-tint|client-seed/,
    minShareCount: 2,
  },
  // What all games share.
  { name: 'play', test: /src[\\/](play|games)[\\/]/, minShareCount: 4 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    prerender(define),
    serviceWorker(),
    ...(local ? [] : [refuseLocal()]),
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
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    proxy: {
      '/api': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev': `http://localhost:${process.env.PORT ?? 3000}`,
    },
  },
})
