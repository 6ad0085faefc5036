import { basename, dirname, join, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * A source finds files by its own address, `import.meta.url`, and still does so from the bundle. A
 * thread's file is bundled, too.
 */
const addressesOfSources = (): Plugin => {
  let output = ''
  return {
    name: 'addresses-of-sources',
    configResolved({ root, build }) {
      output = resolve(root, build.outDir)
    },
    transform(code, id) {
      if (!id.endsWith('.ts') || !code.includes('import.meta.url')) return null
      const address = `new URL(${JSON.stringify(relative(output, id))}, import.meta.url).href`
      const changed = code.replaceAll(
        /(?:new Worker\(new URL\(["'](.+?)\.ts["'], )?import\.meta\.url/g,
        (_, thread?: string) => {
          if (thread === undefined) return address
          const fileName = `${basename(thread)}.js`
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName })
          return `new Worker(new URL('./${fileName}', import.meta.url`
        },
      )
      return { code: changed, map: null }
    },
  }
}

/**
 * Bundles the server's processes with their libraries: they start in a third of the time. Outside
 * stay what isn't JavaScript, what is rarely used, and pg, which tests reach into.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [addressesOfSources()],
  ssr: { noExternal: true, external: ['sharp', '@node-rs/argon2', 'pg', 'node-pg-migrate'] },
  build: {
    ssr: true,
    target: 'node22',
    sourcemap: true,
    rolldownOptions: {
      input: ['src/api.ts', 'src/worker.ts', 'src/desk.ts'],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
