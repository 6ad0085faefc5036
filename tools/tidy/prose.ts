import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * `node tools/tidy/prose.ts`: counts the lines that hold words which plain English rarely needs, by
 * room and word. A report, not a check.
 */

const words = /\b(whoever|whatever|whichever|so-maniest|nobody|somebody|whose|told|tells?)\b/gi
const rooms = /^(?:(?:apps|packages)\/[^/]+(?:\/src\/[^/]+(?=\/)|\/test(?=\/))?|[^/]+)/

const endings = ['*.ts', '*.tsx', '*.mjs', '*.sql', '*.css', '*.md']
const files = execFileSync('git', ['ls-files', ...endings], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('tools/tidy/'))

const counts = new Map<string, Map<string, number>>()
for (const path of files) {
  const room = rooms.exec(path)?.[0] ?? path
  const ofRoom = counts.get(room) ?? new Map<string, number>()
  counts.set(room, ofRoom)
  for (const [word] of readFileSync(path, 'utf8').matchAll(words))
    ofRoom.set(word.toLowerCase(), (ofRoom.get(word.toLowerCase()) ?? 0) + 1)
}
const total = (ofRoom: Map<string, number>): number =>
  [...ofRoom.values()].reduce((sum, count) => sum + count, 0)
for (const [room, ofRoom] of [...counts].sort(([, a], [, b]) => total(b) - total(a))) {
  const list = [...ofRoom].sort(([, a], [, b]) => b - a).map(([word, count]) => `${word} ${count}`)
  if (list.length > 0) process.stdout.write(`${room}: ${list.join(', ')}\n`)
}
