import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isWithin } from './imports.ts'
import { zones } from './rules.ts'

/** The map of imports in ARCHITECTURE.md says what the rules say. */

type Edge = readonly [importer: string, imported: string]

const folders: Readonly<Record<string, string>> = {
  packages: 'packages',
  apps: 'apps',
  server: 'apps/server/src',
  web: 'apps/web/src',
}

/** The place that a name in a section stands for; null where no rule is about it (`app.ts`). */
function placeOf(name: string, section: string): string | null {
  const places = [`${folders[section]}/${name}`, `packages/${name}`, `apps/${name}`, name]
  return places.find((place) => zones.some((zone) => isWithin(zone.place, place))) ?? null
}

/** What the map draws: `a ◄ b, c ◄ d; e` says that b and c import a, and d imports both. */
function edgesOf(map: string): Edge[] {
  const edges: Edge[] = []
  let section = ''
  for (const line of map.replace(/ +\([^)]*\)/g, '').split('\n')) {
    section = /^\w+/.exec(line)?.[0] ?? section
    for (const chain of line.replace(/^\w* +/, '').split(';')) {
      const steps = chain
        .split('◄')
        .map((step) => step.split(',').flatMap((name) => placeOf(name.trim(), section) ?? []))
      for (const [index, importers] of steps.entries())
        for (const importer of importers)
          for (const imported of steps[index - 1] ?? []) edges.push([importer, imported])
    }
  }
  return edges
}

const document = readFileSync('ARCHITECTURE.md', 'utf8')
const drawn = edgesOf(/```\n(packages +money ◄[^`]*)```/.exec(document)?.[1] ?? '')
const named = [...new Set(drawn.flat())]

/** A folder's rules are those of all zones in it. */
const isAllowed = ([importer, imported]: Edge): boolean =>
  zones.some(
    ({ place, mayImport }) =>
      isWithin(place, importer) &&
      place !== 'apps/server/test' &&
      mayImport.some((allowed) => isWithin(allowed, imported)),
  )

/** Whether the map leads from one to the other, directly or through others. */
function isDrawn([importer, imported]: Edge): boolean {
  const reached = new Set(named.filter((place) => isWithin(importer, place)))
  for (const place of reached)
    for (const [from, to] of drawn) if (isWithin(from, place)) reached.add(to)
  return [...reached].some((place) => isWithin(place, imported))
}

test('what the map draws, the rules allow', () => {
  expect(drawn.length).toBeGreaterThan(40)
  expect(drawn.filter((edge) => !isAllowed(edge))).toEqual([])
})

test('what the rules allow, the map draws', () => {
  const pairs = named.flatMap((importer) => named.map((imported): Edge => [importer, imported]))
  const apart = pairs.filter(([a, b]) => !isWithin(a, b) && !isWithin(b, a))
  expect(apart.filter((edge) => isAllowed(edge) && !isDrawn(edge))).toEqual([])
})

test('the map names each folder that has rules', () => {
  const ruled = zones.map(({ place }) => place).filter((place) => /\/src\/[\w-]+$/.test(place))
  expect(ruled.length).toBeGreaterThan(20)
  expect(ruled.filter((place) => !named.includes(place))).toEqual([])
})
