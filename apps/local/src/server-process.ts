import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../../server/src/platform/process/cannot-start.ts'
import { root } from './build.ts'

/** A process of the server. */
type Part = 'api' | 'worker' | 'desk'

/**
 * What Node is given to run a part as `npm run start:…` does. Throws `CannotStart` where the server
 * isn't built.
 */
export function serverProcess(part: Part): string[] {
  const path = join(root, `apps/server/dist/${part}.js`)
  if (!existsSync(path))
    throw new CannotStart('The server is not built: run "npm run build" first.')
  return [...flagsOf(part), path]
}

/** The flags of Node and V8 in `npm run start:…` (docs/decisions/2026-11-fast-bets.md). */
export const flagsOf = (part: Part): string[] =>
  scriptOf(part)
    .split(' ')
    .filter((flag) => flag.startsWith('--'))

/** What npm gives to a shell for `npm run start:…`. */
export function scriptOf(part: Part): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return String(scripts[`start:${part}`])
}
