import { ttlCache } from '../../platform/cache/ttl-cache.ts'
import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { readHealth } from './read-health.ts'

/** How the house is doing. However many screens ask, each span is read once in five seconds. */
export function healthCalls(deps: DeskDeps) {
  const read = (span: 'hour' | 'day' | 'month') =>
    ttlCache(5_000, deps.surroundings.elapsedMs, () => readHealth(deps, { span }))
  const spans = { hour: read('hour'), day: read('day'), month: read('month') }
  return { readHealth: ({ span }) => spans[span]() } satisfies Partial<DeskHandlers>
}
