import { posix } from 'node:path'
import { bannedNames, bannedWords, reserved, type Zone, zones } from './rules.ts'

export interface Source {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** What is untidy, one sentence each; empty when all is well. */
export function check(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => [
    ...checkName(source),
    ...checkWords(source),
    ...checkImports(source),
  ])
}

const checkName = ({ path }: Source): string[] =>
  bannedNames.test(path) ? [`${path}: the name says nothing; name it by what it does`] : []

// This folder holds the words themselves.
const checkWords = ({ path, text }: Source): string[] =>
  path.startsWith('tools/tidy/')
    ? []
    : bannedWords
        .filter(({ pattern, within }) => (within?.test(path) ?? true) && pattern.test(text))
        .map(({ pattern, instead }) => `${path}: ${pattern.exec(text)?.[0]} — instead: ${instead}`)

const importPattern =
  /(?:^|[;\s])(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export const importsOf = (text: string): string[] =>
  [...text.matchAll(importPattern)].flatMap((match) => match[1] ?? match[2] ?? [])

function checkImports({ path, text }: Source): string[] {
  const isTest = /\.(test|e2e)\.tsx?$/.test(path)
  const zone = zoneOf(path)
  return importsOf(text).flatMap((name) => {
    const target = placeOf(path, name)
    if (target === null) return checkLibrary(path, name, isTest)
    if (!zone || zoneOf(target) === zone) return []
    const allowed = [...zone.mayImport, ...(isTest ? testsMayImport(path) : [])]
    return allowed.some((place) => isWithin(target, place))
      ? []
      : [
          `${path}: ${zone.place} may not import ${target}; it builds on ${zone.mayImport.join(', ') || 'nothing'}`,
        ]
  })
}

function checkLibrary(path: string, name: string, isTest: boolean): string[] {
  const library = name.startsWith('@')
    ? name.split('/', 2).join('/')
    : (name.split('/', 1)[0] ?? name)
  const places = reserved[library]
  if (
    !places ||
    isTest ||
    places.some((place) => isWithin(path, place)) ||
    !/^(apps|packages)\//.test(path)
  )
    return []
  return [`${path}: only ${places.join(', ')} may import ${library}`]
}

/** Where an import leads, from the root; null for a library. */
function placeOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  const scoped = /^@pipkin\/(\w+)/.exec(name)?.[1]
  if (scoped === undefined) return null
  return scoped === 'token' ? 'token' : `packages/${scoped}`
}

/** A test may bring in whatever it needs to stand up the real thing, within its own app. */
const testsMayImport = (path: string): string[] =>
  path.startsWith('apps/server/')
    ? ['apps/server', 'apps/local', 'token']
    : [
        'apps/local',
        'apps/server/test',
        'apps/web/test',
        'token',
        'packages/games/test',
        'e2e/support',
      ]

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}/`)

/** The narrowest zone that holds the path. */
function zoneOf(path: string): Zone | undefined {
  return zones
    .filter(({ place }) => isWithin(path, place))
    .sort((a, b) => b.place.length - a.place.length)[0]
}
