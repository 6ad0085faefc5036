import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

/** `PIPKIN_LOCAL=1` builds the local default: it may offer the demo wallet. Nothing of it is in a production build. */
const local = process.env.PIPKIN_LOCAL === '1'

/** `verify.html` beside the app, in the same folder and by the same command. */
const verifier = (): Plugin => ({
  name: 'verifier',
  apply: 'build',
  async closeBundle() {
    await build({ configFile: `${import.meta.dirname}/vite.verifier.config.ts`, logLevel: 'warn' })
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), verifier()],
  define: { __LOCAL__: JSON.stringify(local) },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
  server: {
    proxy: {
      '/api': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev': `http://localhost:${process.env.PORT ?? 3000}`,
    },
  },
})
