import type { Guard } from './guards.ts'

/** A guard's file without the guard. Throws where its text isn't there exactly once: then the list has to follow the code. */
export function takeOut({ name, file, guard, without }: Guard, text: string): string {
  const [before, after, ...more] = text.split(guard)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${name}: "${guard}" is not in ${file} exactly once`)
  return before + without + after
}
