import type { Plugin } from 'vite'

/**
 * Leaves out the names that only debuggers show. The router gives them in statements, so that none
 * of its components counts as unused: not its forms, nor what restores a data router's scroll
 * position. The icons make theirs as the page starts; each comes with its data, none by a name.
 */
export const withoutNames = (): Plugin => ({
  name: 'without-names',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production|lucide-react.*createLucideIcon/ },
    handler: (code) =>
      code
        .replace(/^ *\w+(\$1)?\.displayName = .*;$/gm, '')
        .replace(/= typeof iconDataOrName === "string" \? .* : /, '= ')
        .replace(/= (React\$1\.(forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
})
