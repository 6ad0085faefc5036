import type { Guard } from './guard.ts'

/**
 * The file's text without the guard. Line breaks and indentation are ignored, so that formatting
 * can't hide a guard. Throws unless the guard occurs exactly once: the list must follow the code.
 */
export function takeOut({ name, file, guard, without }: Guard, text: string): string {
  const [before, after, ...more] = text.split(new RegExp(patternOf(guard)))
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${name}: "${guard}" is not in ${file} exactly once`)
  return before + without + after
}

const patternOf = (guard: string): string =>
  guard
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s+')
    .replaceAll(/\\\(/g, '\\(\\s*')
    .replaceAll(/\\\)/g, '\\s*\\)')
