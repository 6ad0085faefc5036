import { mayHaveLongLines, type Source } from './rules.ts'

const columns = 100

/** Lines of code, comments and documents that are longer than 100 columns and could be broken. */
export const checkLines = ({ path, text }: Source): string[] =>
  mayHaveLongLines.test(path)
    ? []
    : text
        .split('\n')
        .flatMap((line, at) =>
          [...line].length <= columns || isUnbreakable(path, line)
            ? []
            : [`${path}:${at + 1}: ${[...line].length} columns, at most ${columns}`],
        )

/** Whether no line break can shorten the line: a table's row, or one literal or word too long. */
function isUnbreakable(path: string, line: string): boolean {
  if (path.endsWith('.md') && line.startsWith('|')) return true
  if (hasLongWord(line)) return true
  if (/^\s*(\/\/|\/?\*|--)/.test(line)) return false
  return /\.(tsx?|m?js)$/.test(path) && isOneLiteral(line)
}

/** A word, such as a URL, that is too long for a line of its own at this indentation. */
function hasLongWord(line: string): boolean {
  const indent = line.length - line.trimStart().length
  return line.split(/\s+/).some((word) => indent + word.length > columns)
}

const literal =
  /(?<tag>\bsql)?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)|\/(?! ).+\//g

/**
 * A line of one string or pattern with little around it: a message, a title of a test, a list of
 * classes. SQL is no such literal: it reads the same over several lines.
 */
function isOneLiteral(line: string): boolean {
  const found = [...line.matchAll(literal)].filter(({ groups }) => !groups?.tag)
  const longest = Math.max(0, ...found.map(([text]) => text.length))
  return line.trim().length - longest <= columns / 2 && longest > columns / 2
}
