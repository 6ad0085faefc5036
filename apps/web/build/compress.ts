import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const encodings = {
  br: (text: string | Uint8Array) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (text: string | Uint8Array) => promisify(gzip)(text, { level: 9 }),
}

/** Writes each text of the build in brotli and gzip too: the server then compresses no answer. */
export const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  // After Vite has written into each script what it loads.
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) =>
        /\.(html|js|css|svg)$/.test(fileName),
      )
      await Promise.all(
        texts.flatMap((file) =>
          Object.entries(encodings).map(async ([extension, encode]) =>
            this.emitFile({
              type: 'asset',
              fileName: `${file.fileName}.${extension}`,
              source: await encode(file.type === 'chunk' ? file.code : file.source),
            }),
          ),
        ),
      )
    },
  },
})
