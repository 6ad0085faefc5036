import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad'

/**
 * Has Chromium compile the first load and the scripts of these names while they arrive, off the
 * main thread. Otherwise each function is compiled at its first call, and taps wait.
 */
export const compileAhead = (names: readonly string[]): Plugin => ({
  name: 'compile-ahead',
  apply: 'build',
  // A post-banner is added after minification and before the file names are hashed.
  config: () => ({
    build: {
      rolldownOptions: {
        output: {
          postBanner: ({ isEntry, name }) => (isEntry || names.includes(name) ? hint : ''),
        },
      },
    },
  }),
})
