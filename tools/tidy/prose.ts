import type { Source } from './rules.ts'

/** Words that plain English rarely needs. "Tell apart" is fine. */
const crooked =
  /\b(?:whoever|whatever|whichever|so-maniest|nobody|somebody|told|tells?)\b(?!(?: \w+)? apart)/i

/** Comments, and titles of tests, that hold words which plain English rarely needs. */
export const checkProse = ({ path, text }: Source): string[] =>
  path.startsWith('tools/tidy/')
    ? []
    : text.split('\n').flatMap((line, at) => {
        const word = crooked.exec(`${commentIn(line)} ${titleIn(line)}`)?.[0]
        return word === undefined ? [] : [`${path}:${at + 1}: “${word}”: write plain English`]
      })

/** The comment on a line, by its form alone; empty without one. */
const commentIn = (line: string): string => {
  const comment = /(?:^|\s)(?:\/\/|--) (.*)|^\s*\/?\*+(.*)/.exec(line)
  return comment?.[1] ?? comment?.[2] ?? ''
}

/** The title of a test that begins on a line; empty without one. */
const titleIn = (line: string): string =>
  /\b(?:test|describe|it)(?:\.\w+)*(?:\([^']*\))?\((["'`])(.*?)\1,/.exec(line)?.[2] ?? ''
