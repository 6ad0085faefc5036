import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from '../web/build/compress.ts'
import { withoutDebugging } from '../web/build/without-debugging.ts'

/** The back office: one page, with the player's tokens and controls. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutDebugging(), react(), tailwindcss(), compress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
})
