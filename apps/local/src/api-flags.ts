import { readFileSync } from 'node:fs'

/**
 * The flags of Node and V8 with which `npm run start:api` starts the API, for all who start it
 * otherwise (docs/performance.md).
 */
export function apiFlags(): string[] {
  const { scripts } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return String(scripts['start:api'])
    .split(' ')
    .filter((part) => part.startsWith('--'))
}
