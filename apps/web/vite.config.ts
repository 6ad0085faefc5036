import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `PIPKIN_LOCAL=1` builds the local default: it may offer the demo wallet. Nothing of it is in a production build. */
const local = process.env.PIPKIN_LOCAL === '1'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  define: { __LOCAL__: JSON.stringify(local) },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022' },
  server: {
    proxy: {
      '/api': `http://localhost:${process.env.PORT ?? 3000}`,
      '/dev': `http://localhost:${process.env.PORT ?? 3000}`,
    },
  },
})
