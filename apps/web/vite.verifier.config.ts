import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Puts the one script and the one style into the page, and a policy that allows only these two, by
 * their hashes.
 */
const inOneFile = (): Plugin => ({
  name: 'in-one-file',
  enforce: 'post',
  generateBundle(_, bundle) {
    const take = (wanted: (fileName: string) => boolean): string => {
      const files = Object.values(bundle).filter(({ fileName }) => wanted(fileName))
      const [file] = files
      if (!file || files.length > 1)
        this.error(`verify.html needs one of each part, not ${files.length}`)
      delete bundle[file.fileName]
      return file.type === 'chunk' ? file.code : String(file.source)
    }
    // Inside a string these would end the element, or keep it from ending.
    const script = take((name) => name.endsWith('.js')).replace(/<(\/script|!--)/gi, '<\\$1')
    const style = take((name) => name.endsWith('.css'))
    const page = take((name) => name === 'verify.html')
    const policy = [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ')
    this.emitFile({
      type: 'asset',
      fileName: 'verify.html',
      // Functions, since a text to put in may hold `$&`.
      source: page
        .replace(
          /<script type="module"[^>]*><\/script>/,
          () => `<script type="module">${script}</script>`,
        )
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
        .replace(
          /(http-equiv="Content-Security-Policy" content=")"/,
          (_, start) => `${start}${policy}"`,
        ),
    })
  },
})

/**
 * Builds `verify.html`: one file that works from disk. It isn't minified: a player who doesn't
 * trust it can read it.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [inOneFile()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    cssMinify: false,
    target: 'es2022',
    modulePreload: false,
    rollupOptions: { input: 'verify.html' },
  },
})
