import type { Database } from '../database/database.ts'
import type { Metrics } from './metrics.ts'

/** What every process shows: its memory, its processor time and its connections to the database. */
export function measureProcess(metrics: Metrics, database: Database): void {
  metrics.gauge('process_resident_memory_bytes', 'Resident memory', () => [
    { labels: {}, value: process.memoryUsage.rss() },
  ])
  const processorTime = () => {
    const { user, system } = process.cpuUsage()
    return [{ labels: {}, value: (user + system) / 1e6 }]
  }
  metrics.gauge(
    'process_cpu_seconds_total',
    'Processor time, user and system',
    processorTime,
    'counter',
  )
  metrics.gauge(
    'pipkin_database_connections',
    'Connections of the pool, and who waits for one',
    () => Object.entries(database.use()).map(([state, value]) => ({ labels: { state }, value })),
  )
}
