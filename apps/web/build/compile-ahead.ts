import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad'

/**
 * Has Chromium compile the first load and the scripts of these names while they arrive, beside the
 * page's own thread. Otherwise each function is compiled where it is first called, and taps wait.
 */
export const compileAhead = (names: readonly string[]): Plugin => ({
  name: 'compile-ahead',
  apply: 'build',
  // Behind what makes the scripts small, and before they are named by what is in them.
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
