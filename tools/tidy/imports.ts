import { posix } from 'node:path'
import { reserved, type Source, type Zone, zones } from './rules.ts'

/**
 * Import rules of our own instead of dependency-cruiser 18.7: TypeScript 7 has no JavaScript API,
 * so it needs swc beside it (46 MB, an install script) and 4 s; without swc it falls back to a
 * parser that misses `export type … from`, and passes.
 */

const importPattern = new RegExp(
  [
    /(?:^|[;\s])(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]/,
    /\bimport\(\s*['"]([^'"]+)['"]\s*\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** The module specifiers of a source: static, type-only, re-exported and dynamic. */
export const importsOf = (text: string): string[] =>
  [...text.matchAll(importPattern)].flatMap((match) => match[1] ?? match[2] ?? [])

/** Imports that cross the map of zones, or take a reserved library. */
export function checkImports({ path, text }: Source): string[] {
  const zone = zoneOf(path)
  return importsOf(text).flatMap((name) => {
    const target = targetOf(path, name)
    if (target === null) return checkLibrary(path, name)
    if (!zone || zoneOf(target) === zone) return []
    const allowed = [...zone.mayImport, ...(isTest(path) ? testsMayImport(path) : [])]
    if (allowed.some((place) => isWithin(target, place))) return []
    const base = zone.mayImport.join(', ') || 'nothing'
    return [`${path}: ${zone.place} may not import ${target}; it builds on ${base}`]
  })
}

/** What the map allows but no source uses. Tests have allowances of their own. */
export function unusedAllowances(sources: readonly Source[], map: readonly Zone[]): string[] {
  const imports = sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      importsOf(text).map((name) => ({ from: zoneOf(path)?.place, to: targetOf(path, name) })),
    )
  return map.flatMap(({ place, mayImport }) =>
    mayImport
      .filter(
        (allowed) =>
          !imports.some(
            ({ from, to }) =>
              from === place && to && zoneOf(to)?.place !== place && isWithin(to, allowed),
          ),
      )
      .map((allowed) => `${place} may import ${allowed}, but doesn't`),
  )
}

function checkLibrary(path: string, name: string): string[] {
  const library = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  const places = reserved[library]
  const isFree =
    !places ||
    isTest(path) ||
    places.some((place) => isWithin(path, place)) ||
    !/^(apps|packages)\//.test(path)
  return isFree ? [] : [`${path}: only ${places.join(', ')} may import ${library}`]
}

/**
 * Circles of imports: files that reach each other, and sibling folders that do. Type-only and
 * dynamic imports count. Tests don't, and what only tests use sits in no folder circle.
 */
export function checkCircles(sources: readonly Source[]): string[] {
  const edges = sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter((name) => name.startsWith('.'))
        .map((name): Edge => [path, posix.join(posix.dirname(path), name)]),
    )
  const ofProduct = edges.filter(([from]) => !/(^|\/)test\//.test(from))
  return [...circlesIn(edges), ...circlesIn(ofProduct.flatMap(betweenFolders))].map(
    (circle) => `import each other: ${circle.join(', ')}`,
  )
}

type Edge = readonly [from: string, to: string]

/** The sibling folders that an import connects; none where it leads up or down. */
function betweenFolders([from, to]: Edge): Edge[] {
  const a = posix.dirname(from).split('/')
  const b = posix.dirname(to).split('/')
  const fork = a.findIndex((part, depth) => part !== b[depth])
  if (fork < 0 || b[fork] === undefined) return []
  return [[a.slice(0, fork + 1).join('/'), b.slice(0, fork + 1).join('/')]]
}

/** The strongly connected components of more than one node (Tarjan's algorithm). */
function circlesIn(edges: readonly Edge[]): string[][] {
  const targets = Map.groupBy(edges, ([from]) => from)
  const numbers = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  /** The lowest number on the stack that the node reaches. */
  function visit(node: string): number {
    const number = numbers.size
    numbers.set(node, number)
    open.push(node)
    let lowest = number
    for (const [, target] of targets.get(node) ?? []) {
      const known = numbers.get(target)
      if (known === undefined) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, known)
    }
    if (lowest === number) {
      const component = open.splice(open.indexOf(node))
      if (component.length > 1) circles.push(component.sort())
    }
    return lowest
  }

  for (const node of targets.keys()) if (!numbers.has(node)) visit(node)
  return circles
}

/** The path that an import leads to, from the root; null for a library. */
function targetOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  const scoped = /^@pipkin\/(\w+)/.exec(name)?.[1]
  if (scoped === undefined) return null
  return scoped === 'token' ? 'token' : `packages/${scoped}`
}

const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path)

/** Tests may set up the real parts of their own app; those of apps take any package. */
const testsMayImport = (path: string): string[] => [
  'tools/patience.ts',
  ...(path.startsWith('apps/server/')
    ? ['packages', 'apps/server', 'apps/local', 'apps/witness', 'token']
    : [
        ...(path.startsWith('apps/') ? ['packages'] : []),
        'apps/local',
        'apps/server/test',
        'apps/web/test',
        'token',
        'packages/games/test',
        'e2e/support',
        'tools/ensure-browser.ts',
      ]),
]

export const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)

/** The narrowest zone that holds the path. */
function zoneOf(path: string): Zone | undefined {
  return zones
    .filter(({ place }) => isWithin(path, place))
    .sort((a, b) => b.place.length - a.place.length)[0]
}
