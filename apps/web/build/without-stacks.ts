import type { Plugin } from 'vite'

const stack = /(\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g

/**
 * As it is loaded, React makes five errors, by which it knows later why it stopped a render. Each
 * notes where it was made, and for that a browser with its developer tools attached, as Lighthouse
 * has it, reads the whole script a second time: two thirds of its evaluation. These note nothing.
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
