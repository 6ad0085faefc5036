import { readFileSync } from 'node:fs'

/**
 * The flags of Node and V8 in `npm run start:api`, to start the API otherwise
 * (docs/performance.md).
 */
export function apiFlags(): string[] {
  const { scripts } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return String(scripts['start:api'])
    .split(' ')
    .filter((part) => part.startsWith('--'))
}
