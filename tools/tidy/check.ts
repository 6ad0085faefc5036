import { checkCircles, checkImports } from './imports.ts'
import { checkLines } from './lines.ts'
import { checkProse } from './prose.ts'
import { bannedNames, bannedWords, type Source } from './rules.ts'

/** Every breach of `rules.ts`, one sentence each; empty when the tree is tidy. */
export function check(sources: readonly Source[]): string[] {
  const code = sources.filter(({ path }) => /\.tsx?$/.test(path))
  return [
    ...sources.flatMap(checkLines),
    ...sources.flatMap(checkProse),
    ...code.flatMap((source) => [
      ...checkName(source),
      ...checkWords(source),
      ...checkImports(source),
    ]),
    ...checkCircles(code),
  ]
}

const checkName = ({ path }: Source): string[] =>
  bannedNames.test(path) ? [`${path}: the name says nothing; name it by what it does`] : []

// This folder contains the banned words itself.
const checkWords = ({ path, text }: Source): string[] =>
  path.startsWith('tools/tidy/')
    ? []
    : bannedWords
        .filter(({ pattern, within }) => (within?.test(path) ?? true) && pattern.test(text))
        .map(({ pattern, instead }) => `${path}: ${pattern.exec(text)?.[0]} — instead: ${instead}`)
