import { readFileSync } from 'node:fs'

export interface Place {
  readonly path: string
  readonly title: string
  readonly guarded: boolean
}

/** Every screen of `apps/web/src/routes.tsx` that has an address of its own: the map is read, so that none is forgotten. */
export function readMap(): Place[] {
  const source = readFileSync(new URL('../apps/web/src/routes.tsx', import.meta.url), 'utf8')
  return [...source.matchAll(/\{\s*path: '([^']+)',\s*title: '([^']+)',([^}]*)\}/g)]
    .map(([, path = '', title = '', rest = '']) => ({ path, title, guarded: rest.includes('guarded: true') }))
    .map((place) => (place.path === '*' ? { ...place, path: '/no-such-screen' } : place))
    .filter(({ path }) => !path.includes(':'))
}
