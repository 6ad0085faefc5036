/** Reads a file of the tree; null if there is none. */
export type Read = (path: string) => string | null

/**
 * What is wrong with `path › title`, one sentence each. The title is written as in the test's file;
 * a long one may be cut to its beginning and `…`, if no other title begins the same.
 */
export function checkTest(test: string, read: Read): string[] {
  const [path = '', title = ''] = test.split(' › ')
  const text = read(path)
  if (text === null) return [`there is no ${path}`]
  if (!/[a-z\d]/i.test(title.replaceAll(/[%$]\w+|\$\{\w+\}/g, ''))) return [`${test} says nothing`]
  const titles = [...titlesIn(text)]
  if (!title.endsWith('…'))
    return titles.includes(title)
      ? []
      : [`no test of ${path} is called “${title}”; a title cut short ends in “…”`]
  const beginning = title.slice(0, -1)
  const begun = titles.filter((whole) => whole.startsWith(beginning)).length
  if (begun === 0) return [`no title in ${path} begins with “${beginning}”`]
  return begun === 1 ? [] : [`${begun} titles in ${path} begin with “${beginning}”: quote more`]
}

// What stands before a title: `test(`, the second call of `test.each(…)(`, or a row's `[`. Tests
// that are skipped, still to be written or commented out don't count.
const opening = /(?<!\/\/ .*)(?:(?:\b(?:test|it|describe)|\))\(|\[)/
const string = /\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/
const opened = new RegExp(opening.source + string.source, 'g')

/** The titles of a source's tests, and the strings with which its lists begin. */
export function titlesIn(source: string): Set<string> {
  const titles = new Set<string>()
  for (const [, , title = ''] of source.matchAll(opened)) titles.add(unescaped(title))
  return titles
}

export const unescaped = (text: string): string => text.replaceAll(/\\(['"`\\])/g, '$1')
