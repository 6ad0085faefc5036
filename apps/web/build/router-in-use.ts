import type { Plugin } from 'vite'

/**
 * The router names its components in statements, so that none of them counts as unused: not its
 * forms, nor what restores a data router's scroll position. Without the names, which only debuggers
 * show, the bundle leaves them out.
 */
export const routerInUse = (): Plugin => ({
  name: 'router-in-use',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production/ },
    handler: (code) =>
      code
        .replace(/^\w+(\$1)?\.displayName = ".*";$/gm, '')
        .replace(/= (React\$1\.(forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'),
  },
})
