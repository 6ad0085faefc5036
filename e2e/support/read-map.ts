import { readFileSync } from 'node:fs'

export interface Place {
  readonly path: string
  readonly title: string
  readonly guarded: boolean
  /** Without the navigation. */
  readonly bare: boolean
  /** Where Back leads, where the map says so; else to the page before. */
  readonly back: string | undefined
}

/**
 * Every screen of `apps/web/src/routes.tsx` that has an address of its own: the map is read, so
 * that none is forgotten.
 */
export function readMap(): Place[] {
  const source = readFileSync(new URL('../../apps/web/src/routes.tsx', import.meta.url), 'utf8')
  return [...source.matchAll(/\{\s*path: '([^']+)',\s*title: '([^']+)',([^}]*)\}/g)]
    .map(([, path = '', title = '', rest = '']) => ({
      path,
      title,
      guarded: rest.includes('guarded: true'),
      bare: rest.includes('bare: true'),
      back: /back: '([^']+)'/.exec(rest)?.[1],
    }))
    .map((place) => (place.path === '*' ? { ...place, path: '/no-such-screen' } : place))
    .filter(({ path }) => !path.includes(':'))
}
