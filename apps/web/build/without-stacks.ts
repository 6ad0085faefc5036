import type { Plugin } from 'vite'

const stack = /(\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g

/**
 * As it is loaded, React makes five errors, by which it knows later why it stopped a render. Each
 * notes where it was made. With developer tools attached, as in Lighthouse, the browser reads the
 * whole script again to find that place. These errors note no place.
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
