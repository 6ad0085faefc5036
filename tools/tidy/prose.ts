import type { Source } from './rules.ts'

/** Words that plain English rarely needs. "Tell apart" is fine. */
const crooked =
  /\b(?:whoever|whatever|whichever|so-maniest|nobody|somebody|told|tells?)\b(?!(?: \w+)? apart)/i

/** Refuses comments, titles of tests and Markdown with words that plain English rarely needs. */
export const checkProse = ({ path, text }: Source): string[] => {
  if (path.startsWith('tools/tidy/')) return []
  const isMarkdown = path.endsWith('.md')
  const lines = (isMarkdown ? withoutCode(text) : text).split('\n')
  return lines.flatMap((line, at) => {
    const comment = isMarkdown ? '' : commentIn(line)
    const word = crooked.exec(isMarkdown ? line : `${comment} ${titleIn(line)}`)?.[0]
    const wrong = [
      ...(word === undefined ? [] : [`“${word}”: write plain English`]),
      ...(/^\s*Of\b/.test(comment) ? ['a comment begins with “Of”: say what the value is'] : []),
    ]
    return wrong.map((sentence) => `${path}:${at + 1}: ${sentence}`)
  })
}

/** The comment on a line, by its form alone; empty without one. */
const commentIn = (line: string): string => {
  const comment = /(?:^|\s)(?:\/\/|--) (.*)|^\s*\/?\*+(.*)/.exec(line)
  return comment?.[1] ?? comment?.[2] ?? ''
}

/** The title of a test that begins on a line; empty without one. */
const titleIn = (line: string): string =>
  /\b(?:test|describe|it)(?:\.\w+)*(?:\([^']*\))?\((["'`])(.*?)\1,/.exec(line)?.[2] ?? ''

/** Markdown with its fenced blocks and code in backticks blanked, line by line. */
const withoutCode = (markdown: string): string =>
  markdown
    .replaceAll(/^( *)```[^`]*?\n[\s\S]*?^\1```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '')
