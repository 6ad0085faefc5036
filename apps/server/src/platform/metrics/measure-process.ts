import { Counter, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { measure } from './metrics.ts'

/** Adds what every process shows: its memory, its processor time and its database connections. */
export function measureProcess(registry: Registry, database: Database): void {
  measure(registry, { name: 'process_resident_memory_bytes', help: 'Resident memory' }, () => [
    { labels: {}, value: process.memoryUsage.rss() },
  ])
  measure(
    registry,
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time, user and system',
      type: Counter,
    },
    () => {
      const { user, system } = process.cpuUsage()
      return [{ labels: {}, value: (user + system) / 1e6 }]
    },
  )
  measure(
    registry,
    {
      name: 'pipkin_database_connections',
      help: 'Connections of the pool by state, and requests that wait for one',
      labels: ['state'],
    },
    () => Object.entries(database.use()).map(([state, value]) => ({ labels: { state }, value })),
  )
}
