import type { Plugin } from 'vite'

const stack = /(\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g

/**
 * Makes five errors of React without a stack. React creates them when it is loaded, to recognize
 * later why it stopped a render. With developer tools attached, as in Lighthouse, the browser would
 * read the whole script again to find the place for each stack.
 */
export const withoutStacks = (): Plugin => ({
  name: 'without-stacks',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production/ },
    handler(code) {
      const found = code.match(stack)?.length
      if (found !== 5) throw new Error(`React makes ${found} errors as it is loaded, not five`)
      return code.replace(stack, '$1{ __proto__: Error.prototype }')
    },
  },
})
