import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Has Chromium compile the first load and the scripts of these names while they arrive, beside the
 * page's own thread. Otherwise each function is compiled where it is first called, and taps wait.
 */
export const compileAhead = (names: readonly string[]): Plugin => ({
  name: 'compile-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && (file.isEntry || names.includes(file.name)))
          file.code = hint + file.code
    },
  },
})
