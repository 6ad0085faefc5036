import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Fonts for letters that few names have. Scripts are all kept: once the server has a newer version,
 * it has none of this one's.
 */
const leftOut = /-(latin-ext|vietnamese)-/

/**
 * Writes `sw.js` from `worker.js`, with the names of the pages and of the files that a browser
 * keeps.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const kept = Object.values(bundle).filter((file) => !leftOut.test(file.fileName))
    // Pages without markup differ only in what they preload, which doesn't matter offline: keep
    // one of them.
    const pages = kept.filter(
      (file) =>
        file.fileName.endsWith('.html') &&
        (file.fileName === 'shell.html' || !contentOf(file).includes('<div id="root"></div>')),
    )
    const files = kept.filter(({ fileName }) => fileName.startsWith('assets/'))
    // Files have a hash of their content in their names; pages don't, so hash their content.
    const hash = createHash('sha256').update(pathsOf(files).join())
    for (const page of pages) hash.update(contentOf(page))
    const source = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8')
      .replace('__VERSION__', hash.digest('hex').slice(0, 12))
      .replace("['__PAGES__']", JSON.stringify(pathsOf(pages)))
      .replace("['__FILES__']", JSON.stringify(pathsOf(files)))
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})

type File = Rolldown.OutputAsset | Rolldown.OutputChunk

const pathsOf = (files: readonly File[]): string[] =>
  files.map(({ fileName }) => `/${fileName}`).sort()
const contentOf = (file: File): string =>
  file.type === 'chunk' ? file.code : Buffer.from(file.source).toString()
