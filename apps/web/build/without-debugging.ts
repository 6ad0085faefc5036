import type { Plugin } from 'vite'

/**
 * Leaves out what only helps to debug: the router's warnings to programmers, and component names,
 * which only debuggers show. The router sets them in statements, so the bundler can't drop its
 * unused components: its forms, and what restores a data router's scroll position. The icons
 * compute theirs as the page starts. Also leaves out the icons' look-up by name (each is made from
 * its data), and their classes, which no style uses.
 */
export const withoutDebugging = (): Plugin => ({
  name: 'without-debugging',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production|lucide-react.*LucideIcon/ },
    handler: (code) =>
      code
        .replace(/^\s*warning\(.*\);$/gm, '')
        .replace(/^ *\w+(\$1)?\.displayName = .*;$/gm, '')
        .replace(/= typeof iconDataOrName === "string" \? .* : /, '= ')
        .replace('params.includeDefaultClasses === false', 'true')
        .replace(/= (React\$1\.(forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
})
